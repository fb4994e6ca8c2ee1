import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import type { Engine } from '@tallyboard/engine/calls.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { drillOf, fileLines, screenColumns } from '@tallyboard/report-kit/table/report-table.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import type { ReportSnapshot } from '../frame/report-run.ts';

/** A file with more would be slow to open. */
const MAX_LISTS = 300;
const MAX_ISSUES = 10_000;

/** The issues behind the figures of the headline and the table, for a file where no button opens them. */
export async function figureLists(engine: Engine, shown: ReportSnapshot): Promise<Element | null> {
  const drills = drillsOf(shown).filter(({ figure }) => figure.issues.length > 0);
  const listed = drills.slice(0, MAX_LISTS);
  const wanted = [...new Set(listed.flatMap(({ figure }) => [...figure.issues]))];
  const read = wanted.slice(0, MAX_ISSUES);
  const rows = await engine.rows({ dataset: shown.loaded.id, rows: read });
  const byRow = new Map(rows.map(row => [row.row, row]));
  if (listed.length === 0) return null;
  const section = made('section', 'tb-snapshot__lists');
  section.append(made('h3', '', 'Issues behind the figures'));
  if (listed.length < drills.length || read.length < wanted.length)
    section.append(
      made(
        'p',
        '',
        `The first ${formatCount(listed.length)} figures and ${formatCount(read.length)} issues.`,
      ),
    );
  section.append(...listed.map(drill => listOf(drill, byRow)));
  return section;
}

function drillsOf({ request, computed, context }: ReportSnapshot): readonly Drill[] {
  const { report, settings } = request;
  const { result } = computed;
  const figures = report.headline?.(result, settings, context)?.figures ?? [];
  const headline = figures.flatMap(({ label, drill }) =>
    drill ? [{ title: label, ...drill }] : [],
  );
  const table = report.table(result, settings, context);
  const columns = screenColumns(table);
  const cells = fileLines(table).flatMap(({ row, name }) =>
    columns.flatMap(column => drillOf(column, row, name) ?? []),
  );
  // A figure of headline and table is listed once.
  const seen = new Set<unknown>();
  return [...headline, ...cells].filter(({ figure }) => !seen.has(figure) && seen.add(figure));
}

function listOf({ title, figure, reason }: Drill, rows: ReadonlyMap<number, IssueRow>): Element {
  const details = made('details');
  const list = made('ul');
  for (const row of figure.issues) {
    const issue = rows.get(row);
    if (!issue) continue;
    const item = made('li');
    for (const text of [issue.key, issue.summary, issue.statusName])
      item.append(made('span', '', text), ' ');
    list.append(item);
  }
  details.append(
    made('summary', '', `${title}: ${formatCount(figure.issues.length)}`),
    made('p', '', reason),
    list,
  );
  return details;
}

function made(name: string, className = '', text = ''): HTMLElement {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.textContent = text;
  return element;
}
