/** A query from a preset and choices, or typed. */

import type { HostInfo } from '@tallyboard/hosts/host.ts';
import type { JqlCheck } from '@tallyboard/jira/jql/error-place.ts';
import {
  applyChoices,
  type Choice,
  type Choices,
  findPlaceholders,
  type Preset,
  pagePresets,
  placeholderText,
} from '@tallyboard/jira/jql/presets.ts';
import { storedObject } from '@tallyboard/report-kit/settings/schema.ts';
import type { Site } from '../site/site.ts';

export const CUSTOM_PRESET = 'custom';

export interface MadeChoice {
  /** A board's id, a project's key. */
  readonly value: string;
  readonly label: string;
  /** The text for the placeholder: of a board its filter's id, else the value. */
  readonly insert: string;
}

export type MadeChoices = Readonly<Partial<Record<Choice, MadeChoice>>>;

const KINDS: readonly Choice[] = ['board', 'project', 'epic', 'filter', 'version'];

/** The valid choices of a stored value. */
export function parseChoices(stored: unknown): MadeChoices {
  const choices = storedObject(stored) ?? {};
  return Object.fromEntries(
    KINDS.flatMap(kind => {
      const { value, label, insert } = storedObject(choices[kind]) ?? {};
      const isValid = [value, label, insert].every(text => typeof text === 'string');
      return isValid ? [[kind, { value, label, insert } as MadeChoice]] : [];
    }),
  );
}

export interface Filter {
  readonly preset: string;
  readonly jql: string;
  readonly choices: MadeChoices;
}

/** The presets of a site; 'epic' only if it has epics. */
export function presetsOf(site: Site, { flavour }: HostInfo): readonly Preset[] {
  return pagePresets(flavour).filter(({ id }) => id !== 'epic' || site.epicTotal !== 0);
}

export function queryOf(preset: Preset, choices: MadeChoices): string {
  const inserts: { -readonly [K in keyof Choices]: Choices[K] } = {};
  for (const kind of preset.choices) {
    const made = choices[kind];
    if (made) inserts[kind] = made.insert;
  }
  return applyChoices(preset, inserts);
}

/** Names by preset, with the labels of its choices in place of '{project}'. */
const NAMES: Readonly<Record<string, string>> = {
  'assigned-to-me': 'Assigned to me',
  'created-30-days-mine': 'Assigned to me, created in the last 30 days',
  'created-30-days-project': '{project}, created in the last 30 days',
  'active-sprints': 'All active sprints',
  'active-sprints-board': '{board} - active sprints',
  'active-sprints-project': '{project} - active sprints',
  epic: 'Epic {epic}',
  filter: 'Saved filter: {filter}',
  'unreleased-versions': 'All unreleased versions',
  'version-project': '{project} - {version}',
};

/** The name of a filter in the reader's words; its query if no preset or choice names it. */
export function filterName(
  presets: readonly Preset[],
  { preset: id, jql, choices }: Filter,
): string {
  const preset = presets.find(each => each.id === id);
  if (preset && jql !== '' && queryOf(preset, choices) === jql) {
    const name = NAMES[id] ?? jql;
    return name.replace(/\{(\w+)\}/g, (_, kind) => choices[kind as Choice]?.label ?? '');
  }
  const [, project] = /^project = "?(\w+)"?$/i.exec(jql) ?? [];
  if (project !== undefined) return `Project ${project}`;
  const [, sprints] = /^sprint in \(([\d, ]+)\)$/i.exec(jql) ?? [];
  if (sprints === undefined) return jql || 'All issues';
  const count = sprints.split(',').length;
  return count === 1 ? '1 sprint' : `${count} sprints`;
}

/** The choices with one set or cleared. Changing the project clears the version. */
export function withChoice(
  choices: MadeChoices,
  kind: Choice,
  made: MadeChoice | null,
): MadeChoices {
  const gone: readonly string[] = kind === 'project' ? [kind, 'version'] : [kind];
  const kept = Object.entries(choices).filter(([each]) => !gone.includes(each));
  return { ...Object.fromEntries(kept), ...(made && { [kind]: made }) };
}

export function choicesFor(preset: Preset | undefined, choices: MadeChoices): MadeChoices {
  const kinds: readonly string[] = preset?.choices ?? [];
  return Object.fromEntries(Object.entries(choices).filter(([kind]) => kinds.includes(kind)));
}

/** The error of a query with unfilled placeholders, at the first of them. */
export function checkPlaceholder(jql: string): JqlCheck | null {
  const placeholders = findPlaceholders(jql);
  const [first] = placeholders;
  if (first === undefined) return null;
  return { errors: [placeholderText(placeholders)], at: jql.indexOf(first) };
}

export function sameFilter(a: Filter, b: Filter): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
