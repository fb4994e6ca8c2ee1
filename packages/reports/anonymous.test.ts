/** A result with made-up names has the same figures and no name, key, query or text of the site. */
import { anonymize, type TypedName } from '@tallyboard/core/anonymous/anonymous-dataset.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { copyIssue } from '@tallyboard/core/model/copy-issue.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { FieldId, IssueKey, VersionId } from '@tallyboard/core/model/ids.ts';
import { cellText, fileLines, screenColumns } from '@tallyboard/report-kit/table/report-table.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REPORTS } from './catalogue/reports.ts';
import { findComputingReport } from './testing/find-computing-report.ts';
import { aStory, datasetOf } from './testing/random-stories.ts';
import { NOW, runsOf } from './testing/report-runs.ts';

const WORD = 'Falconmerger';
const FIELD = 'customfield_10077' as FieldId;
const said = (text: string) => `${WORD} ${text}`;

/** The word in every name and text of the site. */
function named(dataset: Dataset): Dataset {
  const key = (text: string) => text.replace('P-', `${WORD.toUpperCase()}-`) as IssueKey;
  const person = <User extends { readonly name: string } | null>(user: User): User =>
    user && { ...user, name: said(user.name) };
  const sprint = <Sprint extends { readonly name: string }>(each: Sprint): Sprint => ({
    ...each,
    name: said(each.name),
    goal: said('goal'),
  });
  const texts = { assignee: said, sprint: said, labels: said, other: said, parent: key, link: key };
  return {
    ...dataset,
    jql: `text ~ ${WORD}`,
    boards: new Map(
      [...dataset.boards].map(([id, each]) => [
        id,
        { ...each, name: said(each.name), projectKey: WORD.toUpperCase(), projectName: WORD },
      ]),
    ),
    sprints: new Map([...dataset.sprints].map(([id, each]) => [id, sprint(each)])),
    fields: [
      ...dataset.fields,
      { id: FIELD, name: 'Customer', custom: true, type: 'string', items: null, customType: null },
    ],
    issues: dataset.issues.map((issue, row) =>
      copyIssue(issue, {
        key: key(issue.key),
        summary: said(`summary ${row}`),
        project: { ...issue.project, key: WORD.toUpperCase(), name: WORD },
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
        links: issue.links.map(link => ({ ...link, otherKey: key(link.otherKey) })),
        custom: new Map([[FIELD, said('value')]]),
        changes: issue.changes.map(change => {
          const { field, from, fromText, to, toText } = change;
          const rename = texts[field as keyof typeof texts] ?? ((text: string) => text);
          const id = field === 'link' || field === 'parent' ? key : (text: string) => text;
          // Inherited: those of columns are computed, and no own members.
          return Object.create({
            ...change,
            author: person(change.author),
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
  currentUser: { id: 'ana' as never, name: said('Ana'), active: true, zone: null, avatarUrl: null },
  notCopied: { count: 1, keys: [`${WORD.toUpperCase()}-3`] },
  incomplete: [said('list')],
  query: { jql: `text ~ ${WORD}`, sprints: null, narrowedBy: `text ~ ${WORD}`, atLeast: null },
};

/** Settings with names that a reader typed, besides those of the report's own tests. */
const TYPED: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  velocity: [{ sprintName: WORD }, { sprintName: said('S'), jqlFilter: `text ~ ${WORD}` }],
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
      report.rule?.(result),
      report.whyEmpty?.(result),
      report.doubts?.(result),
      report.counted?.(result)?.words,
    ];
    return {
      figures: headline?.figures.map(({ text }) => text),
      all: JSON.stringify([result, notes, definitions, headline, cells, rest], (_, value) =>
        value instanceof Map ? [...value] : value,
      ),
    };
  };
  fc.assert(
    fc.property(aStory, fc.constantFrom(...runs), (story, stored) => {
      const dataset = named(datasetOf(story));
      const { value: settings } = report.settings.parse(stored);
      const typed: TypedName[] = [];
      report.anonymous?.(settings, (name: TypedName) => {
        typed.push(name);
        return name.text;
      });
      const made = anonymize(dataset, typed);
      const names = typed.map(made.typed);
      const own = report.anonymous?.(settings, () => names.shift() ?? '') ?? settings;
      const before = textOf(dataset, settings, CONTEXT);
      if (/falconmerger/i.test(before.all)) NAMING.add(id);
      const after = textOf(made.dataset, own, made.context(CONTEXT));
      expect(after.all).not.toMatch(/falconmerger/i);
      expect(after.figures).toEqual(before.figures);
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
  ];
  expect([...NAMING]).toEqual(expect.arrayContaining(some));
});
