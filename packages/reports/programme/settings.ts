import type { RollUpRule } from '@tallyboard/core/forest/roll-up.ts';
import { FLOW_SETTINGS_WITHOUT_UNIT } from '@tallyboard/report-kit/families/flow/flow-settings.ts';
import { renameTeams, TEAM_QUERIES } from '@tallyboard/report-kit/families/flow/team-queries.ts';
import {
  type Codec,
  isCustomField,
  text,
  whole,
  words,
} from '@tallyboard/report-kit/settings/codec.ts';
import { EVERYWHERE, FORM_AND_PAGE } from '@tallyboard/report-kit/settings/common-settings.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

/** What the rows are: issues of a level with what is below them, versions, the members of the board set, or queries. */
export type Rows = 'epic' | 'version' | 'board-set' | 'query' | `level:${string}`;

const LEVEL = /^level:\s*(.+)$/i;
const NAMED_ROWS: readonly Rows[] = ['epic', 'version', 'board-set', 'query'];

const ROWS: Codec<Rows> = {
  parse(raw) {
    if (typeof raw !== 'string' || raw.length > 200) return undefined;
    const [, name] = LEVEL.exec(raw.trim()) ?? [];
    if (name !== undefined) return `level:${name}`;
    const given = raw.trim().toLowerCase();
    return NAMED_ROWS.find(each => each === given);
  },
  format: value => value,
  shape: {
    kind: 'other',
    text: 'epic, version, board-set, query, or level:NAME with the name of an issue type',
  },
};

const NAME = text(200);

/** In any case, as the names of fields. */
const MEASURE: Codec<string> = {
  ...NAME,
  parse(raw) {
    const given = NAME.parse(raw);
    const lower = given?.trim().toLowerCase() ?? '';
    return isNamedMeasure(lower) ? lower : given;
  },
};

/** The name of the level as it was typed; null for other rows. */
export const levelOf = (rows: Rows): string | null => LEVEL.exec(rows)?.[1] ?? null;

export const levelName = (rows: Rows): string | null => levelOf(rows)?.toLowerCase() ?? null;

/** The rows are queries, of which only today's issues are known. */
export const areQueries = (rows: Rows): boolean => rows === 'query' || rows === 'board-set';

/** Others have issues of the query alone. */
export const rowsAreIssues = (rows: Rows): boolean => rows === 'epic' || levelName(rows) !== null;

const RULES = words({
  'children-else-own': 'What is below, else its own',
  'own-else-children': 'Its own, else what is below',
  children: 'What is below',
  own: 'Its own',
} satisfies Record<RollUpRule, string>);

const SCOPES = words({ descendants: 'All issues below', query: 'Those of the query' });

const ORDERS = words({
  'side-by-side': 'On all of them side by side',
  'one-after-another': 'On one after another',
});

export const programmeSettings = settingsTable(
  {
    rows: {
      ...FORM_AND_PAGE,
      codec: ROWS,
      default: 'epic',
      label: 'Rows',
      rename: (rows, rename) => {
        const name = levelName(rows);
        return name === null ? rows : (`level:${rename('type', name)}` as Rows);
      },
    },
    /** Empty for one row of all issues. */
    queries: {
      ...FORM_AND_PAGE,
      codec: TEAM_QUERIES,
      default: [],
      label: 'Queries of the rows',
      rename: renameTeams,
    },
    /** 'issues', 'points', 'time', or the name or id of a number field. */
    measure: {
      ...FORM_AND_PAGE,
      codec: MEASURE,
      default: 'issues',
      label: 'Measured in',
      help: 'issues, points, time (original estimates), or the name of a number field.',
      rename: (measure, rename) =>
        isNamedMeasure(measure) || isCustomField(measure) ? measure : rename('field', measure),
    },
    rule: {
      ...FORM_AND_PAGE,
      codec: RULES,
      default: 'children-else-own',
      label: 'Estimates count',
      help: 'Where an epic and what is below it both have an estimate, they mean the same work.',
    },
    scope: { ...FORM_AND_PAGE, codec: SCOPES, default: 'descendants', label: 'Issues of a row' },
    /** How the team works on the rows. */
    order: { ...FORM_AND_PAGE, codec: ORDERS, default: 'side-by-side', label: 'Team works' },
    /** Keys or names, separated by commas. */
    sequence: {
      ...FORM_AND_PAGE,
      codec: text(2000),
      default: '',
      label: 'In the order',
      help: 'Keys or names, separated by commas. The others follow by rank, versions by release day.',
      rename: (sequence, rename) =>
        sequence
          .split(',')
          .map(each => rename('name', each.trim()))
          .join(', '),
    },
    ...FLOW_SETTINGS_WITHOUT_UNIT,
    /** The row whose scope over time is computed: a key, or the id of a version. */
    growthOf: {
      places: ['page'],
      codec: text(200),
      default: '',
      label: 'Scope over time of',
      rename: (growthOf, rename) => (/^\d+$/.test(growthOf) ? growthOf : rename('name', growthOf)),
    },
    historyDays: { ...EVERYWHERE, codec: whole(30, 3650), default: 90, label: 'Days of history' },
    seed: { codec: whole(0, 2 ** 31 - 1), default: 1, label: 'Random seed', advanced: 'other' },
  },
  {
    check: ({ rows, measure }) => [
      ...(rows.startsWith('level:') && levelName(rows) === null
        ? [{ path: 'rows', text: 'Enter the name of an issue type.' }]
        : []),
      ...(measure.trim() === '' ? [{ path: 'measure', text: 'Choose what is measured.' }] : []),
    ],
  },
);

export type ProgrammeSettings = SettingsOf<typeof programmeSettings>;

export const isNamedMeasure = (measure: string): measure is 'issues' | 'points' | 'time' =>
  measure === 'issues' || measure === 'points' || measure === 'time';
