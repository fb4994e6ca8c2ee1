/**
 * What a part of the work is named by: `version:12`, `sprint:7`, `jql:labels = api`, the key of an issue that has others
 * below it, or a name that is one version or sprint.
 */

import { typesAboveEpics } from '@tallyboard/core/forest/above-epics.ts';
import { forestOf } from '@tallyboard/core/forest/forest.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue, IssueType, ParentRef } from '@tallyboard/core/model/issue.ts';

export type PartKind =
  | { readonly by: 'version' | 'sprint' | 'query' }
  /** Issues of a hierarchy level, each with the issues below it; null if the host does not tell it. */
  | { readonly by: 'level'; readonly level: number | null }
  /** The same of an issue type by its name, in lower case, where levels do not tell them apart. */
  | { readonly by: 'type'; readonly type: string };

export interface NamedPart {
  readonly kind: PartKind;
  /** Id of the version or sprint, or the key of the issue; '' for a query. */
  readonly id: string;
  /** As readers know it. */
  readonly label: string;
}

export interface PartChoice {
  /** What names it alone. */
  readonly scope: string;
  readonly label: string;
}

/** A name of nothing, or of several things, which are the choices. */
export interface UnclearPart {
  readonly reason: string;
  readonly choices: readonly PartChoice[];
}

const QUERY = /^jql:\s*/i;

/** The query that names a part; null if it is named otherwise. */
export const queryOfScope = (scope: string): string | null =>
  QUERY.test(scope) ? scope.replace(QUERY, '') : null;

export function partNamed(dataset: Dataset, scope: string): NamedPart | UnclearPart {
  const query = queryOfScope(scope);
  if (query !== null) return { kind: { by: 'query' }, id: '', label: query };
  const all = partsNamed(dataset, scope);
  const [only] = all;
  if (only && all.length === 1) return only.part;
  const choices = all.map(({ scope, label }) => ({ scope, label }));
  const reason =
    choices.length === 0
      ? `No issue of the query is in an epic, version or sprint '${scope}'. Choose another scope, or widen the query.`
      : `'${scope}' is several things. Choose one: ${choices
          .map(({ scope, label }) => `${scope} (${label})`)
          .join(', ')}.`;
  return { reason, choices };
}

interface Found extends PartChoice {
  readonly part: NamedPart;
}

function partsNamed({ issues, sprints }: Dataset, scope: string): readonly Found[] {
  const [, type, wanted] = /^(version|sprint):\s*(.+)$/i.exec(scope) ?? [];
  const name = scope.toLowerCase();
  const isNamed = (by: string, id: string, text: string) =>
    type ? type.toLowerCase() === by && id === wanted : text.toLowerCase() === name;
  const found = new Map<string, Found>();
  const add = (by: 'version' | 'sprint', id: string, name: string, of: string) => {
    const scope = `${by}:${id}`;
    if (!found.has(scope))
      found.set(scope, {
        scope,
        label: `${by} ${name}${of}`,
        part: { kind: { by }, id, label: name },
      });
  };
  for (const { fixVersions, project, sprints: own } of issues) {
    for (const { id, name } of fixVersions)
      if (isNamed('version', id, name)) add('version', id, name, ` of ${project.key}`);
    for (const { id, name } of own)
      if (isNamed('sprint', String(id), name)) add('sprint', String(id), name, '');
  }
  for (const { id, name } of sprints.values())
    if (isNamed('sprint', String(id), name)) add('sprint', String(id), name, '');
  // A number alone is the id of a sprint, unless a name has it.
  if (found.size === 0 && /^\d+$/.test(scope)) {
    const sprint = [...sprints.values()].find(({ id }) => String(id) === scope);
    if (sprint) add('sprint', scope, sprint.name, '');
  }
  const above = type ? null : issueNamed(issues, name);
  return above ? [above, ...found.values()] : [...found.values()];
}

/** An issue that others name as epic or parent, or that is loaded. */
function issueNamed(issues: readonly Issue[], name: string): Found | null {
  let named: Pick<ParentRef, 'key' | 'summary' | 'level'> | null = null;
  let loaded: IssueType | null = null;
  for (const { key, summary, type, epic, parent } of issues) {
    if (key.toLowerCase() === name) {
      loaded = type;
      named = { key, summary, level: type.level };
    }
    for (const ref of [epic, parent]) if (ref?.key.toLowerCase() === name) named ??= ref;
    if (named?.level !== null && named?.summary) break;
  }
  if (named === null) return null;
  const { key, summary, level } = named;
  const label = summary ? `${key} ${summary}` : key;
  const kind: PartKind =
    loaded && isUntoldLevel(issues, loaded)
      ? { by: 'type', type: loaded.name.toLowerCase() }
      : { by: 'level', level };
  return { scope: key, label, part: { kind, id: key, label } };
}

/** Whether a type looks like that of standard issues, since its level is not told. */
const isUntoldLevel = (issues: readonly Issue[], { id, level }: IssueType): boolean =>
  level === 0 && typesAboveEpics(issues, forestOf(issues)).has(id);

/** For a sentence: an issue is named by its key alone. */
export const shortName = ({ kind, id, label }: NamedPart): string =>
  isIssuePart(kind) ? id : label;

/** Parts that are issues, each with those below it. */
export const isIssuePart = ({ by }: PartKind): boolean => by === 'level' || by === 'type';

/** 'epic', 'version', 'sprint' or 'part'. */
export function kindWord(kind: PartKind): 'epic' | 'version' | 'sprint' | 'part' {
  if (kind.by === 'query' || kind.by === 'type') return 'part';
  if (kind.by !== 'level') return kind.by;
  return kind.level === 1 ? 'epic' : 'part';
}
