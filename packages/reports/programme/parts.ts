/** What the rows of a programme are, and which issues each has, as of one state of the dataset. */

import { descendantsOf, type Forest, forestOf } from '@tallyboard/core/forest/forest.ts';
import { isTopOf } from '@tallyboard/core/forest/tops.ts';
import type { QueryPart } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import type { PartKind } from '@tallyboard/report-kit/families/parts/part-name.ts';
import { areQueries, levelName, type ProgrammeSettings, type Rows } from './settings.ts';

/** A row, by the id that its part has in forecasts: the key of an issue, the id of a version or board, the name of a query. */
export interface ProgrammePart {
  readonly id: string;
  readonly kind: 'issue' | 'version' | 'board' | 'query';
  /** The key of an issue, else the name. */
  readonly key: string;
  readonly name: string;
  /** The row of its issue; none for others. */
  readonly tops: readonly number[];
  /** The issues that may count or have values, without its own, ascending. */
  readonly members: Uint32Array;
  readonly releaseDay: Day | null;
  readonly isReleased: boolean;
}

export interface Parts {
  readonly forest: Forest;
  readonly parts: readonly ProgrammePart[];
  isTop(row: number): boolean;
}

export function partKind(rows: Rows, issues: readonly Issue[]): PartKind {
  if (rows === 'version') return { by: 'version' };
  if (areQueries(rows)) return { by: 'query' };
  const type = levelName(rows);
  if (type === null) return { by: 'level', level: 1 };
  const found = issues.find(issue => issue.type.name.toLowerCase() === type);
  const level = found?.type.level ?? 0;
  return level > 0 ? { by: 'level', level } : { by: 'type', type };
}

/**
 * @param queries the parts that are queries, of which only today's issues are known.
 * @param isMember whether an issue may be of a row: those below a row are, of a version or query those that have it.
 */
export function partsOf(
  { issues, boards }: Pick<Dataset, 'issues' | 'boards'>,
  { rows }: Pick<ProgrammeSettings, 'rows'>,
  queries: readonly QueryPart[],
  isMember: (row: number) => boolean,
): Parts {
  const forest = forestOf(issues);
  if (rows === 'version')
    return { forest, parts: versionsOf(issues, isMember), isTop: () => false };
  if (areQueries(rows))
    return { forest, parts: queriesOf({ issues, boards }, queries, isMember), isTop: () => false };
  const type = levelName(rows);
  const isTop = isTopOf(type === null ? { level: 1 } : { type }, issues);
  const tops = new Set<number>();
  const parts = issues.flatMap((issue, row): ProgrammePart[] => {
    if (!isTop(issue)) return [];
    tops.add(row);
    const { key, summary } = issue;
    const members = descendantsOf(forest, row).filter(isMember);
    return [
      { ...NO_ISSUE, kind: 'issue', id: key, key, name: summary || key, tops: [row], members },
    ];
  });
  return { forest, parts, isTop: row => tops.has(row) };
}

const NO_ISSUE = { tops: [], releaseDay: null, isReleased: false };

function queriesOf(
  { issues, boards }: Pick<Dataset, 'issues' | 'boards'>,
  queries: readonly QueryPart[],
  isMember: (row: number) => boolean,
): readonly ProgrammePart[] {
  const rowOf = new Map<string, number>(issues.map(({ id }, row) => [id, row]));
  const nameOf = ({ name, board }: QueryPart) =>
    board === undefined ? name : (boards.get(board)?.name ?? `Board ${name}`);
  const shared = Map.groupBy(queries, nameOf);
  return queries.map(query => {
    const { name: id, board, ids } = query;
    const own = nameOf(query);
    const name =
      board !== undefined && (shared.get(own)?.length ?? 0) > 1 ? `${own} (${board})` : own;
    const members = Uint32Array.from(
      ids.flatMap(each => {
        const row = rowOf.get(each);
        return row !== undefined && isMember(row) ? row : [];
      }),
    ).sort();
    const kind = board === undefined ? 'query' : 'board';
    return { ...NO_ISSUE, kind, id, key: name, name, members };
  });
}

/** Archived versions are left out, and unreleased ones come first, by their release days. */
function versionsOf(
  issues: readonly Issue[],
  isMember: (row: number) => boolean,
): readonly ProgrammePart[] {
  const found = new Map<string, { readonly part: ProgrammePart; readonly members: number[] }>();
  const projects = new Map<string, Set<string>>();
  issues.forEach(({ fixVersions, project }, row) => {
    if (!isMember(row)) return;
    for (const { id, name, releaseDay, released, archived } of fixVersions) {
      if (archived) continue;
      const known = found.get(id) ?? {
        part: {
          ...NO_ISSUE,
          kind: 'version',
          id,
          key: name,
          name,
          members: NONE,
          releaseDay,
          isReleased: released,
        },
        members: [],
      };
      known.members.push(row);
      found.set(id, known);
      projects.set(name, (projects.get(name) ?? new Set()).add(project.key));
    }
  });
  const withProject = (part: ProgrammePart, row = -1): ProgrammePart => {
    if ((projects.get(part.name)?.size ?? 0) < 2) return part;
    const name = `${part.name} (${issues[row]?.project.key})`;
    return { ...part, name, key: name };
  };
  return [...found.values()]
    .map(({ part, members }) => ({
      ...withProject(part, members[0]),
      members: Uint32Array.from(members),
    }))
    .sort(
      (a, b) =>
        Number(a.isReleased) - Number(b.isReleased) ||
        compareDays(a.releaseDay, b.releaseDay) ||
        a.name.localeCompare(b.name, 'en'),
    );
}

const NONE = new Uint32Array(0);

/** Days without a date come last. */
const compareDays = (a: Day | null, b: Day | null): number =>
  a === b ? 0 : (a ?? Number.MAX_SAFE_INTEGER) - (b ?? Number.MAX_SAFE_INTEGER);
