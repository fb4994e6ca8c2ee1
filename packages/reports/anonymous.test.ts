/** A result with made-up names has the same figures and no name, key, query or text of the site. */
import { anonymize, type TypedName } from '@tallyboard/core/anonymous/anonymous-dataset.ts';
import { refusalSentence } from '@tallyboard/core/anonymous/jiras-words.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { copyIssue } from '@tallyboard/core/model/copy-issue.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { FieldId, IssueKey, VersionId } from '@tallyboard/core/model/ids.ts';
import type { CustomValue } from '@tallyboard/core/model/issue.ts';
import type { Status } from '@tallyboard/core/model/status.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import { renameNames } from '@tallyboard/report-kit/rename-names.ts';
import { csvText } from '@tallyboard/report-kit/table/csv-text.ts';
import {
  cellText,
  fileLines,
  plainTable,
  screenColumns,
} from '@tallyboard/report-kit/table/report-table.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REPORTS } from './catalogue/reports.ts';
import { findComputingReport } from './testing/find-computing-report.ts';
import { aStory, datasetOf } from './testing/random-stories.ts';
import { NOW, runsOf } from './testing/report-runs.ts';

const WORD = 'Falconmerger';
const FIELD = 'customfield_10077' as FieldId;
const SIZE = 'customfield_10078' as FieldId;
const said = (text: string) => `${WORD} ${text}`;

/** The word in every name and text of the site. */
function named(dataset: Dataset): Dataset {
  const key = (text: string) => text.replace('P-', `${WORD.toUpperCase()}-`) as IssueKey;
  const person = <User extends { readonly id: string; readonly name: string } | null>(
    user: User,
  ): User => user && { ...user, id: said(user.id), name: said(user.name) };
  const sprint = <Sprint extends { readonly name: string }>(each: Sprint): Sprint => ({
    ...each,
    name: said(each.name),
    goal: said('goal'),
  });
  const ids = { link: key, parent: key, assignee: said };
  const texts = {
    assignee: said,
    sprint: said,
    labels: said,
    other: said,
    parent: key,
    status: said,
    resolution: said,
    priority: said,
    issueType: said,
    link: (text: string) => key(text).replace(/blocks|is blocked by/, said),
  };
  const status = (each: Status): Status => ({
    ...each,
    name: said(each.name),
    untranslatedName: said(`old ${each.name}`),
  });
  const named = <Each extends { readonly name: string } | null>(each: Each): Each =>
    each && { ...each, name: said(each.name) };
  return {
    ...dataset,
    jql: `text ~ ${WORD}`,
    statuses: new Map([...dataset.statuses].map(([id, each]) => [id, status(each)])),
    boardConfigurations: new Map(
      [...dataset.boardConfigurations].map(([id, each]) => [
        id,
        { ...each, columns: each.columns.map(named) },
      ]),
    ),
    boards: new Map(
      [...dataset.boards].map(([id, each]) => [
        id,
        { ...each, name: said(each.name), projectKey: WORD.toUpperCase(), projectName: WORD },
      ]),
    ),
    sprints: new Map([...dataset.sprints].map(([id, each]) => [id, sprint(each)])),
    fields: [
      ...dataset.fields.map(each => (each.custom ? named(each) : each)),
      {
        id: FIELD,
        name: said('customer'),
        custom: true,
        type: 'string',
        items: null,
        customType: null,
      },
      {
        id: SIZE,
        name: said('size'),
        custom: true,
        type: 'number',
        items: null,
        customType: null,
      },
    ],
    issues: dataset.issues.map((issue, row) =>
      copyIssue(issue, {
        key: key(issue.key),
        summary: said(`summary ${row}`),
        project: { ...issue.project, key: WORD.toUpperCase(), name: WORD },
        type: named(issue.type),
        status: status(issue.status),
        priority: named(issue.priority),
        resolution: named(issue.resolution),
        requestType: said('request'),
        organizations: [said('organization')],
        slas: new Map([...issue.slas].map(([at, each]) => [at, named(each)])),
        assignee: person(issue.assignee),
        reporter: person(issue.reporter),
        creator: person(issue.creator),
        labels: issue.labels.map(label => `${WORD}-${label}`),
        components: issue.components.map(each => ({ ...each, name: said(each.name) })),
        fixVersions: [
          {
            id: '7' as VersionId,
            name: said('1.0'),
            released: false,
            archived: false,
            releaseDay: null,
          },
        ],
        sprints: issue.sprints.map(sprint),
        parent: issue.parent && {
          ...issue.parent,
          key: key(issue.parent.key),
          summary: said('parent'),
        },
        epic: issue.epic && { ...issue.epic, key: key(issue.epic.key), summary: said('epic') },
        epicName: issue.epicName && said('epic'),
        team: { id: '3', name: said('team') },
        links: issue.links.map(link => ({
          ...link,
          description: link.description && said(link.description),
          otherKey: key(link.otherKey),
          otherType: link.otherType && said(link.otherType),
          otherStatus: link.otherStatus && status(link.otherStatus),
        })),
        custom: new Map<FieldId, CustomValue>([
          [FIELD, said('value')],
          [SIZE, row + 1],
        ]),
        changes: issue.changes.map(change => {
          const { field, from, fromText, to, toText } = change;
          const rename = texts[field as keyof typeof texts] ?? ((text: string) => text);
          const id = ids[field as keyof typeof ids] ?? ((text: string) => text);
          // Inherited: those of columns are computed, and no own members.
          return Object.create({
            ...change,
            author: person(change.author),
            fieldName: field === 'other' || field === 'points' ? said(change.fieldName) : field,
            from: from && id(from),
            fromText: fromText && rename(fromText),
            to: to && id(to),
            toText: toText && rename(toText),
          });
        }),
        worklogs: issue.worklogs.map(worklog => ({
          ...worklog,
          author: person(worklog.author),
          comment: said(worklog.comment),
        })),
      }),
    ),
  };
}

const CONTEXT: ReportContext = {
  ...NOW,
  currentUser: {
    id: said('ana') as never,
    name: said('Ana'),
    active: true,
    zone: null,
    avatarUrl: null,
    accountType: null,
  },
  notCopied: { count: 1, keys: [`${WORD.toUpperCase()}-3`] },
  incomplete: [said('list')],
  query: {
    jql: `text ~ ${WORD}`,
    sprints: null,
    narrowedBy: `text ~ ${WORD}`,
    atLeast: null,
    fields: { [said('size').toLowerCase()]: SIZE, [SIZE]: SIZE },
    notes: [{ code: 'board-set', text: `1 board of the board set '${said('set')}' is left out.` }],
  },
  peopleExceptions: [
    { who: `group:${said('council')}`, reason: said('agreement'), until: 21_000 as Day },
    { who: `project-role:${said('leads')}`, reason: said('lead'), until: 21_000 as Day },
  ],
  workflows: {
    [said('flow')]: {
      columns: [
        { name: said('first'), statuses: [said('To Do')] },
        { name: said('second'), statuses: [said('In Progress')] },
        { name: said('third'), statuses: [said('Done')] },
      ],
    },
  },
};
const BY_STATUS = { doneRule: 'status', doneStatus: said('done') };
const BY_WORKFLOW = { workflow: said('FLOW') };

const SET = { id: 's', name: said('set'), members: [{ board: 1 }, { jql: `text ~ ${WORD}` }] };

/** Settings with names that a reader typed, besides those of the report's own tests. */
const TYPED: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  throughput: [{ boardSet: SET }],
  velocity: [{ sprintName: WORD }, { sprintName: said('S'), jqlFilter: `text ~ ${WORD}` }],
  'flow-efficiency': [
    { ...BY_WORKFLOW, waitColumns: said('second') },
    { waitStatuses: said('in progress') },
    { workflow: said('no such flow') },
  ],
  programme: [
    { rows: `level:${said('task')}` },
    { measure: said('SIZE') },
    { measure: SIZE },
    { rows: 'version', growthOf: '7', order: 'one-after-another', sequence: said('1.0') },
    { growthOf: `${WORD.toUpperCase()}-1` },
    { rows: 'query', queries: [{ name: said('mine'), jql: WORD }], growthOf: said('mine') },
  ],
  'time-in-status': [{ eType: 'status', columns: `${said('Done')},${said('to do')}` }],
  timesheet: [
    { userFilter: `"${said('Ana')}"` },
    { userFilter: `"${said('Nobody')}", currentUser()` },
  ],
  forecast: [
    { scope: said('S') },
    { scope: `${WORD.toUpperCase()}-1`, order: 'in-turn', sequence: `${said('1.0')}, ${WORD}` },
    { scope: said('nothing') },
    { scope: `jql:text ~ ${WORD}` },
    { teamQueries: [{ name: WORD, jql: `text ~ ${WORD}` }] },
  ],
};

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (value instanceof Map) return [...value.values()].flatMap(numbersIn);
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(numbersIn) : [];
}

const NAMING = new Set<string>();

test.each(REPORTS)('$id', async ({ id }) => {
  const report = await findComputingReport(id);
  if (!report) throw new Error(`There is no report '${id}'.`);
  const runs = [
    ...runsOf(id),
    ...(TYPED[id] ?? []),
    { gType: FIELD },
    { groupBy: FIELD },
    { field: FIELD },
    { field: FIELD, label: said('customer') },
    BY_STATUS,
    BY_WORKFLOW,
  ];
  const textOf = (dataset: Dataset, settings: unknown, context: ReportContext) => {
    const { result, notes, definitions } = report.compute(dataset, settings, context);
    const table = report.table(result, settings, context);
    const columns = screenColumns(table);
    const cells = fileLines(table).map(({ row, name }) => [
      name,
      ...columns.map(column => cellText(column, row)),
    ]);
    const headline = report.headline?.(result, settings, context);
    const rest = [
      report.title(settings, dataset.fields),
      csvText(plainTable(table), { delimiter: ',', decimal: '.' }),
      report.rule?.(result),
      report.whyEmpty?.(result),
      report.doubts?.(result),
      report.counted?.(result)?.words,
    ];
    return {
      figures: headline?.figures.map(({ text }) => text),
      // In whatever order the names are.
      numbers: numbersIn(result).sort((a, b) => a - b),
      // A saved file has settings and context too.
      all: JSON.stringify(
        [result, notes, definitions, headline, cells, rest, settings, context],
        (_, value) => (value instanceof Map ? [...value] : value),
      ),
    };
  };
  fc.assert(
    fc.property(aStory, fc.constantFrom(...runs), (story, stored) => {
      const dataset = named(datasetOf(story));
      const { value: settings } = report.settings.parse(stored);
      const typed: TypedName[] = [];
      renameNames(report, settings, CONTEXT, (of, text) => {
        typed.push({ of, text });
        return text;
      });
      const made = anonymize(dataset, typed);
      const context = made.context(CONTEXT);
      const names = typed.map(made.typed).values();
      const own = renameNames(report, settings, context, () => names.next().value ?? '');
      const before = textOf(dataset, settings, CONTEXT);
      if (/falconmerger/i.test(before.all)) NAMING.add(id);
      const after = textOf(made.dataset, own.settings, own.context);
      expect(after.all).not.toMatch(/falconmerger/i);
      expect(after.figures).toEqual(before.figures);
      expect(after.numbers).toEqual(before.numbers);
    }),
    { numRuns: 60 },
  );
});

test('with the names of the site, reports do say them', () => {
  const some = [
    'breakdown',
    'burn',
    'velocity',
    'timesheet',
    'cycle-time',
    'issues-by',
    'forecast',
    'flow-efficiency',
    'cumulative-flow',
    'time-in-status',
    'throughput',
    'wip-age',
  ];
  expect([...NAMING]).toEqual(expect.arrayContaining(some));
});

/** Not shown: tokens of dates, and working hours as JSON. */
const NO_NAMES = ['dateFormat', 'calendar'];

test.each(REPORTS)('$id: what a reader types into a setting is replaced', async ({ id }) => {
  const report = await findComputingReport(id);
  for (const { name, codec, rename } of report?.settings.list ?? [])
    if (JSON.stringify(codec.parse(WORD))?.includes(WORD) && !NO_NAMES.includes(name))
      expect(rename, `${id}: ${name}`).toBeDefined();
});

test('why data are missing is said without keys and the words of Jira', () => {
  const counts = { fetched: 0, total: 1 };
  const refused = refusalSentence(403, `No (${WORD}) here. Ask ${WORD}.`);
  const { coverage } = anonymize(named(datasetOf([])));
  const reason = `The histories of 1 issue are incomplete: ${refused} In ${WORD.toUpperCase()}-1.`;
  const made = coverage({
    issues: counts,
    worklogs: counts,
    histories: counts,
    complete: false,
    reasons: [reason],
    reasonsOf: { histories: [reason] },
    lasting: [reason],
  });
  const said = 'The histories of 1 issue are incomplete: Jira answered with status 403. In P1-1.';
  expect(made).toMatchObject({
    reasons: [said],
    reasonsOf: { histories: [said] },
    lasting: [said],
  });
});
