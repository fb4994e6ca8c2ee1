import type { Flavour } from '../flavour.ts';
import { quoteValue } from './quote.ts';

/** What a preset lets the reader choose; each fills a placeholder. */
export type Choice = 'board' | 'project' | 'epic' | 'filter' | 'version';

export interface Preset {
  readonly id: string;
  /** As it is shown and stored. */
  readonly name: string;
  readonly choices: readonly Choice[];
  /** The query, with a '{replace with ...}' for each choice; '' for the custom one, which keeps the reader's query. */
  readonly jql: string;
}

const PLACEHOLDERS: Readonly<Record<Choice, string>> = {
  board: '{replace with board filter id}',
  project: '{replace with project key}',
  epic: '{replace with epic key}',
  filter: '{replace with filter id}',
  version: '{replace with version}',
};

/** The first item of every list of versions: all of the project that are not released. */
export const UNRELEASED_VERSIONS = 'unreleasedVersions()';

/** The presets of the reports page in its order; the first is the default. */
export function pagePresets(flavour: Flavour): readonly Preset[] {
  const { board, project, epic, filter, version } = PLACEHOLDERS;
  const cloud = flavour === 'cloud';
  const presets: readonly (readonly [id: string, name: string, jql: string])[] = [
    ['assigned-to-me', 'Issues assigned to a current user', 'assignee = currentUser()'],
    [
      'created-30-days-mine',
      'Issues created in the last 30 days, assigned to a current user',
      'created >= -30d AND assignee = currentUser()',
    ],
    [
      'created-30-days-project',
      'Issues created in the last 30 days, in a certain project',
      `created >= -30d AND project = ${project}`,
    ],
    ['active-sprints', 'Issues in all active sprints', 'sprint in openSprints()'],
    [
      'active-sprints-board',
      'Issues in active sprints, in a certain board',
      `sprint in openSprints() AND filter = ${board}`,
    ],
    [
      'active-sprints-project',
      'Issues in active sprints, in a certain project',
      `sprint in openSprints() AND project = ${project}`,
    ],
    ['custom', 'Custom JQL', ''],
    ['epic', 'Issues in a certain Epic', `${cloud ? 'parent' : '"Epic Link"'} = ${epic}`],
    ['filter', `${cloud ? '' : 'Favorite '}Jira JQL filters`, `filter = ${filter}`],
    [
      'unreleased-versions',
      'Issues in all unreleased versions',
      `fixVersion in ${UNRELEASED_VERSIONS}`,
    ],
    [
      'version-project',
      'Issues in a certain version, in a certain project',
      `project = ${project} AND fixVersion in (${version})`,
    ],
  ];
  return presets.map(([id, name, jql]) => ({ id, name, choices: choicesIn(jql), jql }));
}

/** What is still to be chosen in a query. */
export function choicesIn(jql: string): readonly Choice[] {
  const choices = Object.keys(PLACEHOLDERS) as Choice[];
  return choices.filter(choice => jql.includes(PLACEHOLDERS[choice]));
}

/** The ten presets of the gadgets: those of the page without the one of the current user alone. */
export function gadgetPresets(flavour: Flavour): readonly Preset[] {
  return pagePresets(flavour).filter(each => each.id !== 'assigned-to-me');
}

/** The preset of stored settings, which keep its name; undefined for a name that is none. */
export function presetByName(presets: readonly Preset[], name: string): Preset | undefined {
  // The saved-filter preset has another name on each flavour, and settings may move between them.
  const plain = (text: string) => text.replace(/^Favorite /, '');
  return presets.find(each => plain(each.name) === plain(name));
}

/** The chosen keys, ids and names; of a board the id of its filter, of all unreleased versions UNRELEASED_VERSIONS. */
export type Choices = { readonly [Name in Choice]?: string };

/** The preset's query with the choices in place; those not made yet keep their placeholders. */
export function applyChoices(chosen: Preset, choices: Choices): string {
  // In one pass: a chosen value may look like a placeholder.
  return chosen.jql.replace(/\{replace with [^}]*\}/g, placeholder => {
    const choice = chosen.choices.find(each => PLACEHOLDERS[each] === placeholder);
    const value = choice && choices[choice];
    return choice && value !== undefined ? choiceText(choice, value, choices) : placeholder;
  });
}

function choiceText(choice: Choice, value: string, choices: Choices): string {
  if (choice !== 'version' || value !== UNRELEASED_VERSIONS) return quoteValue(value);
  return choices.project === undefined
    ? UNRELEASED_VERSIONS
    : `unreleasedVersions(${quoteValue(choices.project)})`;
}

/** The placeholders left in a query, braces included. */
export const findPlaceholders = (jql: string): readonly string[] => [
  ...new Set(jql.match(/\{replace with[^}]*\}?/gi)),
];

/** The message for a query with placeholders. */
export const placeholderText = (placeholders: readonly string[]): string =>
  placeholders.length === 1
    ? `Please review "Customize JQL" field and replace value ${placeholders[0]} with correct one.`
    : `Please review "Customize JQL" field and replace values ${placeholders.join(' and ')} with correct ones.`;
