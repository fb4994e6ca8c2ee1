/**
 * From when until when issues were in the parts of a kind, by their histories.
 *
 *   A-1   version 1 from the creation, version 2 since Thu      1 until Thu, 2 since Thu
 *   A-2   epic E-1, no change                                   E-1 since ever
 */

import { isTopOf } from '@tallyboard/core/forest/tops.ts';
import { changesOf } from '@tallyboard/core/history/field-changes.ts';
import { sprintTimeline } from '@tallyboard/core/history/timeline.ts';
import type { ChangeField } from '@tallyboard/core/model/change.ts';
import type { OwnQuery } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue, ParentRef } from '@tallyboard/core/model/issue.ts';
import type { IssuePart } from '@tallyboard/core/model/requirement.ts';
import { fieldsAt } from '@tallyboard/core/past/fields-at.ts';
import { lookupsOf } from '@tallyboard/core/past/lookups.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { PartKind } from './part-name.ts';

export interface PartSpell {
  readonly part: string;
  readonly from: Instant;
  /** Infinity if it still lasts. */
  readonly until: Instant;
}

/** What the parts of all kinds are made of. */
export const PART_FACTS: {
  readonly parts: readonly IssuePart[];
  readonly history: readonly ChangeField[];
} = {
  parts: ['parent', 'fixVersions', 'sprints'],
  history: ['parent', 'key', 'fixVersion', 'sprint'],
};

/** The spells of an issue, by its row. Of queries, the scope or the parts of `query`, only now is known. */
export function membershipOf(
  dataset: Dataset,
  kind: PartKind,
  query: Pick<OwnQuery, 'scope' | 'parts'> | undefined,
): (row: number) => readonly PartSpell[] {
  const { issues } = dataset;
  if (kind.by === 'version') {
    const idOf = versionIds(issues);
    return row => versionSpells(issues[row]!, idOf);
  }
  if (kind.by === 'sprint') return row => sprintSpells(issues[row]!);
  if (kind.by === 'level') return levelSpells(dataset, kind.level, () => false);
  if (kind.by === 'type') {
    const isTop = isTopOf(kind, issues);
    return levelSpells(dataset, Infinity, row => isTop(issues[row]!));
  }
  const named = query?.scope ? [{ name: '', ids: query.scope }] : (query?.parts ?? []);
  const found = named.map(({ name, ids }) => ({ part: name, ids: new Set<string>(ids) }));
  return row =>
    found.flatMap(({ part, ids }) =>
      ids.has(issues[row]!.id) ? [{ part, from: -Infinity, until: Infinity }] : [],
    );
}

/** The id of a version that a change names by its name alone. */
function versionIds(
  issues: readonly Issue[],
): (issue: Issue, name: string | null) => string | null {
  const ids = new Map<string, string>();
  for (const { project, fixVersions } of issues)
    for (const { id, name } of fixVersions) ids.set(`${project.id} ${name}`, id);
  return ({ project }, name) => ids.get(`${project.id} ${name}`) ?? null;
}

function versionSpells(issue: Issue, idOf: ReturnType<typeof versionIds>): readonly PartSpell[] {
  const spells: PartSpell[] = [];
  const changes = changesOf(issue, 'fixVersion');
  const until = new Map<string, Instant>(issue.fixVersions.map(({ id }) => [id, Infinity]));
  for (let index = changes.length - 1; index >= 0; index--) {
    const at = changes.at(index);
    const to = changes.to(index) || idOf(issue, changes.toText(index));
    const from = changes.from(index) || idOf(issue, changes.fromText(index));
    const end = to ? until.get(to) : undefined;
    if (to && end !== undefined) {
      spells.push({ part: to, from: at, until: end });
      until.delete(to);
    }
    if (from && !until.has(from)) until.set(from, at);
  }
  for (const [part, end] of until) spells.push({ part, from: -Infinity, until: end });
  return spells;
}

function sprintSpells(issue: Issue): readonly PartSpell[] {
  const steps = sprintTimeline(issue);
  const spells: PartSpell[] = [];
  steps.forEach(({ from, value, change }, at) => {
    const until = steps[at + 1]?.from ?? Infinity;
    const begin = change ? from : -Infinity;
    for (const id of value) spells.push({ part: String(id), from: begin, until });
  });
  return spells;
}

/** Further up than any hierarchy. */
const MAX_HEIGHT = 12;

/** The issues of a level, or for which `isTop` is true, each with those below it at any height. */
function levelSpells(
  dataset: Dataset,
  level: number | null,
  isTop: (row: number) => boolean,
): (row: number) => readonly PartSpell[] {
  const { issues } = dataset;
  const lookups = lookupsOf(dataset);
  const rows = new Map<string, number>(issues.map(({ key }, row) => [key, row]));
  const segments = issues.map((): readonly ParentSpell[] | null => null);
  const parentsOf = (row: number) => (segments[row] ??= parentSpells(issues[row]!, lookups));
  const climb = (row: number, from: Instant, until: Instant, height: number): PartSpell[] =>
    parentsOf(row).flatMap(spell => {
      const begin = Math.max(from, spell.from);
      const end = Math.min(until, spell.until);
      if (begin >= end) return [];
      for (const { key, level: known } of spell.above) {
        const above = rows.get(key);
        const own = known ?? (above === undefined ? null : issues[above]!.type.level);
        if (own === level || (above !== undefined && isTop(above)))
          return [{ part: key, from: begin, until: end }];
        if (above === undefined || height === 0 || (own !== null && level !== null && own > level))
          continue;
        const found = climb(above, begin, end, height - 1);
        if (found.length > 0) return found;
      }
      return [];
    });
  return row => climb(row, -Infinity, Infinity, MAX_HEIGHT);
}

interface ParentSpell {
  readonly from: Instant;
  readonly until: Instant;
  /** The parent, and the epic if it is another. */
  readonly above: readonly ParentRef[];
}

function parentSpells(issue: Issue, lookups: ReturnType<typeof lookupsOf>): readonly ParentSpell[] {
  const changes = changesOf(issue, 'parent');
  const starts = [-Infinity];
  for (let index = 0; index < changes.length; index++) starts.push(changes.at(index));
  return starts.map((from, at): ParentSpell => {
    const until = starts[at + 1] ?? Infinity;
    const time = from === -Infinity && until !== Infinity ? until - 1 : from;
    const { parent, epic } =
      until === Infinity ? issue : { ...pick(issue), ...fieldsAt(issue, time, lookups) };
    const above = [parent, epic === parent ? null : epic].filter(each => each !== null);
    return { from, until, above };
  });
}

const pick = ({ parent, epic }: Issue) => ({ parent, epic });
