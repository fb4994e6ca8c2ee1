/** What a pin keeps of an answer. */

import { createHash } from 'node:crypto';
import { pinnedPolicy } from '@tallyboard/core/people/restriction.ts';
import { aggregateAnswer, answerJson } from '@tallyboard/engine/ask/answer.ts';
import type { ReportAnswer } from '@tallyboard/engine/ask/answer-report.ts';
import { namesPeople } from '@tallyboard/engine/people/on-people.ts';
import { headlineOf } from '@tallyboard/engine/pins/headline-of.ts';
import type { PinContent } from '@tallyboard/engine/pins/pin-schema.ts';

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
  const headline = headlineOf(answer, json);
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
        people: pinnedPolicy(answer.context),
      }),
    headline,
    values,
    folded: values.filter(({ key, value }) => open.get(key) !== value).map(({ key }) => key),
    asOf: json.asOf,
    issues,
    hash: createHash('sha256').update(JSON.stringify(kept)).digest('base64url'),
  };
}
