/** The figures of a report as a part of a message. */
import { formatInstant } from '@tallyboard/core/time/format.ts';
import { aggregateAnswer, answerJson, tableOf } from '@tallyboard/engine/ask/answer.ts';
import type { ReportAnswer } from '@tallyboard/engine/ask/answer-report.ts';
import type { Answer } from '@tallyboard/engine/ask/answer-schema.ts';
import { isOld } from '@tallyboard/hosts/data-age.ts';
import { describeDataAge } from '@tallyboard/hosts/describe-data-age.ts';
import { aggregateTable } from '@tallyboard/report-kit/table/aggregate-table.ts';
import type { PlainTable } from '@tallyboard/report-kit/table/csv-text.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import type { MessagePart, MessageTable } from './message.ts';

const MAX_ROWS = 100;

interface PartOptions {
  /** The name of the saved report. */
  readonly name: string;
  /** No group of fewer than three issues, and no issue, is in it. */
  readonly aggregate: boolean;
  readonly now: number;
  /** Rows of the table, the total included. */
  readonly maxRows?: number;
}

/** The figures of a report as they are read, as programs get them, and as a whole table. */
export function partOf(
  answer: ReportAnswer,
  { name, aggregate, now, maxRows = MAX_ROWS }: PartOptions,
) {
  const json = aggregate ? aggregateAnswer(answer) : answerJson(answer);
  const plain: PlainTable = aggregate
    ? aggregateTable(tableOf(answer))
    : plainTable(tableOf(answer));
  const { context, age } = answer;
  const when = formatInstant(context.asOf, context.zone, `${context.dateFormat} HH:mm`);
  const { headline } = json;
  const part: MessagePart = {
    summary: [
      ...(headline?.sentence === undefined ? [] : [headline.sentence]),
      `${json.title === name ? '' : `${json.title}, `}as of ${when} (${context.zone}).`.replace(
        /^a/,
        'A',
      ),
    ],
    figures: (headline?.figures ?? []).map(({ label, text, of }) => ({
      label,
      text: of === undefined ? text : `${text} of ${of}`,
    })),
    table: tableFor(plain, json.table.hasTotal, maxRows),
    notes: [
      ...(age && !aggregate ? [describeDataAge(age, context.zone, now)] : []),
      ...(json.eyes === undefined
        ? []
        : [
            `The figures are what ${json.eyes} may see in Jira: this server reads Jira with one account.`,
          ]),
      ...json.doubts,
      ...json.notes.flatMap(({ text }) => text ?? []),
      ...(aggregate && (json.table.folded ?? 0) > 0
        ? [`${json.table.folded} rows with fewer than three issues are left out.`]
        : []),
    ],
  };
  return { part, json, plain };
}

/** Why figures may be too small or old; null if they are whole and fresh. */
export function partialReason(
  { age, context, loaded }: ReportAnswer,
  json: Answer,
  now: number,
): string | null {
  const reasons = [
    ...(json.complete
      ? []
      : loaded.coverage.reasons.length > 0
        ? loaded.coverage.reasons
        : ['Data are missing.']),
    ...(age && (age.asOf === null || isOld(age)) ? [describeDataAge(age, context.zone, now)] : []),
  ];
  return reasons.length > 0 ? reasons.join(' ') : null;
}

/** The first rows, and the total. */
function tableFor(
  { columns, rows }: PlainTable,
  hasTotal: boolean,
  maxRows: number,
): MessageTable | null {
  if (rows.length === 0) return null;
  const omitted = Math.max(0, rows.length - maxRows);
  if (omitted === 0) return { columns, rows, hasTotal, omitted };
  const total = hasTotal ? rows.slice(-1) : [];
  return {
    columns,
    rows: [...rows.slice(0, maxRows - total.length), ...total],
    hasTotal,
    omitted,
  };
}
