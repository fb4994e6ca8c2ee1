/** What a pin keeps of an answer. */

import { createHash } from 'node:crypto';
import { writePeoplePolicy } from '@tallyboard/core/people/people-policy.ts';
import { aggregateAnswer, answerJson } from '@tallyboard/engine/ask/answer.ts';
import type { ReportAnswer } from '@tallyboard/engine/ask/answer-report.ts';
import { namesPeople } from '@tallyboard/engine/people/on-people.ts';
import type { PinContent } from '@tallyboard/engine/pins/pin-schema.ts';
import { figureAt } from '@tallyboard/engine/why/figure-at.ts';

/** Of a report without a headline so many figures stand for it. */
const FIRST_FIGURES = 3;

export function pinContent(answer: ReportAnswer): PinContent {
  const json = answerJson(answer);
  const values = json.figures.map(({ key, value, unit }) => ({
    key,
    value,
    ...(unit !== undefined && { unit }),
  }));
  const open = new Map(aggregateAnswer(answer).figures.map(({ key, value }) => [key, value]));
  const issues = [...new Set(answer.issues.map(({ id }) => String(id)))].sort(
    (a, b) => Number(a) - Number(b),
  );
  // A hash names nobody: people leave, and their names are made anonymous.
  const figures = values.filter(({ key }) => !/(^|\/)person:/.test(key));
  const kept = { report: json.report, figures, issues };
  const headline =
    json.headline?.figures.map(({ key, label, text }) => ({ key, label, text })) ??
    firstFigures(answer, values);
  const keys = values.map(({ key }) => key);
  const texts = headline.flatMap(({ label, text }) => [label, text]);
  return {
    report: json.report,
    title: json.title,
    timeZone: json.timeZone,
    complete: json.complete,
    ...(json.eyes !== undefined && { eyes: json.eyes }),
    ...(keys.length > 0 &&
      namesPeople(keys, texts, answer.dataset()) && {
        people: writePeoplePolicy(answer.context.people?.policy ?? { kind: 'all' }),
      }),
    headline,
    values,
    folded: values.filter(({ key, value }) => open.get(key) !== value).map(({ key }) => key),
    asOf: json.asOf,
    issues,
    hash: createHash('sha256').update(JSON.stringify(kept)).digest('base64url'),
  };
}

function firstFigures(
  { computed, request: { report, settings }, context }: ReportAnswer,
  values: PinContent['values'],
): PinContent['headline'] {
  const known = values.filter(({ value }) => value !== null);
  // A total has no row.
  const first = [
    ...known.filter(({ key }) => !key.includes('/')),
    ...known.filter(({ key }) => key.includes('/')),
  ];
  return first.slice(0, FIRST_FIGURES).map(({ key, value, unit }) => ({
    key,
    label: figureAt(report, computed.result, settings, context, key)?.name ?? key,
    text: numberText(value, unit),
  }));
}

const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export const numberText = (value: number | null, unit?: string): string =>
  value === null ? 'none' : `${NUMBER.format(value)}${unit === undefined ? '' : ` ${unit}`}`;
