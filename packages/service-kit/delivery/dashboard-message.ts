/** A dashboard as a message: the figures of each gadget, in the order of its columns. */
import { formatInstant } from '@tallyboard/core/time/format.ts';
import { definitionLines, tableOf } from '@tallyboard/engine/ask/answer.ts';
import type { ReportAnswer, ReportSource } from '@tallyboard/engine/ask/answer-report.ts';
import { type DashboardFigure, figureFile, packView } from '@tallyboard/engine/ask/figure-view.ts';
import { resultFacts } from '@tallyboard/engine/ask/result-facts.ts';
import { toFailure } from '@tallyboard/engine/failure.ts';
import { type GadgetQuestion, gadgetReport } from '@tallyboard/engine/gadgets/answer-gadget.ts';
import { decodeEntities } from '@tallyboard/report-kit/figures/entities.ts';
import { type Sheet, workbook } from '@tallyboard/report-kit/files/workbook.ts';
import { aggregateTable } from '@tallyboard/report-kit/table/aggregate-table.ts';
import { plainTable, typedTable } from '@tallyboard/report-kit/table/report-table.ts';
import { pdfOf } from '../browser/figure-files.ts';
import { gadgetPictures } from './chart-picture.ts';
import type { Message, MessagePart } from './message.ts';
import { partialReason, partOf } from './message-part.ts';
import {
  ACCOUNTS_ALONE,
  attachFile,
  mayHaveChart,
  NOT_BUILT,
  noPicture,
  type ReportMessage,
  type ReportMessageOptions,
} from './report-message.ts';

export interface DashboardGadget extends GadgetQuestion {
  /** As its dashboard shows it; '' for the gadget's own. */
  readonly title: string;
}

/** Rows of each gadget's table: a mail of many gadgets is read from its figures. */
const MAX_ROWS = 12;

interface Section extends MessagePart {
  readonly title: string;
  readonly answer: ReportAnswer | null;
  /** In words; '' without one. */
  readonly filter: string;
  readonly partial: string | null;
  readonly data: object;
}

/** Throws no error of a single gadget: its section says what failed, and the message is partial. */
export async function dashboardMessage(
  openSource: () => Promise<ReportSource>,
  gadgets: readonly DashboardGadget[],
  options: ReportMessageOptions,
): Promise<ReportMessage> {
  const { name, link } = options;
  const sections: Section[] = [];
  for (const gadget of gadgets) sections.push(await sectionOf(openSource, gadget, options));
  const { pictures, why } = await picturesOf(sections, options);
  const attached = await attachFile(options, () => fileOf(sections, options));
  const reasons = partialOf(sections);
  const message: Message = {
    subject: name,
    summary: [countText(gadgets.length, name)],
    figures: [],
    table: null,
    notes: [...(why === null ? [] : [why]), ...attached.notes],
    sections: sections.map(({ title, summary, figures, table, notes }, at) => {
      return { title, summary, figures, table, notes, picture: pictures[at] ?? null };
    }),
    picture: null,
    files: attached.files,
    link,
    event: {
      type: 'dashboard.sent',
      data: { dashboard: name, gadgets: sections.map(({ data }) => data), link },
    },
  };
  return { message, partial: reasons.length > 0 ? reasons.join(' ') : null };
}

export interface DashboardFile {
  readonly file: string | Uint8Array;
  readonly answers: readonly ReportAnswer[];
  /** By gadget; of those whose figures are too small or old, or failed. */
  readonly partial: readonly string[];
}

/** All gadgets in a file of their own. Throws a BrowserMissingError, and no error of a single gadget. */
export async function dashboardFile(
  openSource: () => Promise<ReportSource>,
  gadgets: readonly DashboardGadget[],
  options: ReportMessageOptions,
): Promise<DashboardFile> {
  const sections: Section[] = [];
  for (const gadget of gadgets) sections.push(await sectionOf(openSource, gadget, options));
  return {
    file: await fileOf(sections, options),
    answers: sections.flatMap(({ answer }) => answer ?? []),
    partial: partialOf(sections),
  };
}

const partialOf = (sections: readonly Section[]): readonly string[] =>
  sections.flatMap(({ title, partial }) => (partial === null ? [] : [`${title}: ${partial}`]));

const countText = (count: number, name: string): string =>
  count === 0
    ? `The dashboard ${name} has no gadgets.`
    : `${count} ${count === 1 ? 'gadget' : 'gadgets'} of the dashboard ${name}.`;

async function sectionOf(
  openSource: () => Promise<ReportSource>,
  gadget: DashboardGadget,
  { aggregate, now }: ReportMessageOptions,
): Promise<Section> {
  const without = (title: string, text: string, partial: string | null): Section => ({
    title,
    summary: [text],
    figures: [],
    table: null,
    notes: [],
    answer: null,
    filter: '',
    partial,
    data: { title, problem: text },
  });
  const ownTitle = gadget.title.trim();
  try {
    const found = await gadgetReport(await openSource(), gadget, { now, isPublic: false });
    if (found.kind === 'problem')
      return without(ownTitle || gadget.gadget.title, `${found.title}. ${found.text}`, null);
    const title = ownTitle || found.title;
    const { answer } = found;
    const { part, json } = partOf(answer, {
      name: title,
      aggregate,
      now,
      maxRows: MAX_ROWS,
    });
    // A text has no figures, no time and no filter.
    if (answer.request.report.withoutIssues) {
      const words = plainTable(tableOf(answer))
        .rows.flat()
        .map(cell => textOfHtml(String(cell ?? '')));
      return without(title, words.join('\n'), null);
    }
    const { headline, report, asOf, timeZone, complete, table, figures } = json;
    const filter = aggregate || found.filter === '' ? [] : [found.filter];
    return {
      ...part,
      title,
      notes: [...filter, ...part.notes],
      answer,
      filter: found.filter,
      partial: partialReason(answer, json, now),
      data: { title, report, asOf, timeZone, complete, headline, table, figures },
    };
  } catch (error) {
    const { title, messages, status } = toFailure(error);
    // What Jira says may name what is asked, as a project: that is for accounts.
    const text = aggregate ? `${title}.` : `${title}. ${messages.join(' ')}`.trim();
    // What Jira refuses, as the query of a project that the reader may not see, it refuses in an hour too.
    return without(ownTitle || gadget.gadget.title, text, status === 400 ? null : text);
  }
}

/** The words of HTML, a block in a line of its own. */
const textOfHtml = (html: string): string =>
  decodeEntities(
    html
      .replace(/<(br|\/(p|div|li|h[1-6]|tr))\b[^>]*>/gi, '\n')
      .replace(/<[^>]*>/g, '')
      .replace(/\n{2,}/g, '\n'),
  ).trim();

/** The page with all gadgets: pictures, HTML and PDF are made of it. */
async function pageOf(
  sections: readonly Section[],
  { name, jira }: Pick<ReportMessageOptions, 'name' | 'jira'>,
  page: string,
): Promise<string> {
  const gadgets: DashboardFigure[] = [];
  for (const { title, answer, filter, summary } of sections) {
    const view = answer && (await packView(answer, 'file'));
    gadgets.push({ title, view, text: answer ? filter : summary.join('\n') });
  }
  return figureFile(page, { title: name, jira, gadgets });
}

/** The first chart of each gadget. */
async function picturesOf(
  sections: readonly Section[],
  { aggregate, page, ...options }: ReportMessageOptions,
): Promise<{ readonly pictures: readonly (string | null)[]; readonly why: string | null }> {
  const none = (why: string | null) => ({ pictures: [], why });
  if (!sections.some(({ answer }) => answer && mayHaveChart(answer))) return none(null);
  if (aggregate) return none(ACCOUNTS_ALONE);
  if (page === null) return none(NOT_BUILT);
  try {
    const html = await pageOf(sections, { ...options, jira: null }, page);
    return { pictures: await gadgetPictures(html), why: null };
  } catch (error) {
    return none(noPicture(error));
  }
}

async function fileOf(
  sections: readonly Section[],
  options: ReportMessageOptions,
): Promise<string | Uint8Array> {
  const { file, page, name, now } = options;
  if (file === 'xlsx') return workbookOf(sections, options);
  const html = await pageOf(sections, options, page ?? '');
  if (file === 'html') return html;
  const { zone, dateFormat } = sections.find(({ answer }) => answer)?.answer?.context ?? {};
  const when =
    zone === undefined ? '' : `, ${formatInstant(now, zone, `${dateFormat} HH:mm`)} (${zone})`;
  return pdfOf(html, name + when);
}

/** A sheet for each gadget, and how its figures are computed. */
async function workbookOf(
  sections: readonly Section[],
  { aggregate }: ReportMessageOptions,
): Promise<Uint8Array> {
  const names = new Set<string>();
  const how: (readonly [string, string, string])[] = [];
  const sheets: Sheet[] = [];
  for (const { answer, title, summary } of sections) {
    if (answer === null) {
      how.push([title, '', summary.join(' ')]);
      continue;
    }
    const table = aggregate ? aggregateTable(tableOf(answer)) : typedTable(tableOf(answer));
    sheets.push({ ...table, name: sheetName(title, names) });
    if (!aggregate) for (const line of resultFacts(answer)) how.push([title, '', line]);
    for (const { figure, text } of definitionLines(answer)) how.push([title, figure, text]);
  }
  const columns = ['Gadget', 'Figure', 'Definition'];
  const all = [...sheets, { name: sheetName('How computed', names), columns, rows: how }];
  return workbook(all);
}

const MAX_SHEET_NAME = 31;

/** Spreadsheets allow 31 characters without some signs, and no name twice, whatever its case. */
function sheetName(title: string, taken: Set<string>): string {
  const plain =
    title
      .replace(/[[\]:*?/\\]/g, ' ')
      .replace(/^[\s']+|[\s']+$/g, '')
      .slice(0, MAX_SHEET_NAME) || 'Gadget';
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` (${number})`;
    const name = plain.slice(0, MAX_SHEET_NAME - end.length) + end;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}
