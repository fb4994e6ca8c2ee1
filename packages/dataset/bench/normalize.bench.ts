import { ALL_PARTS, NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import { SYNTHETIC_FIELDS, syntheticPages } from '@tallyboard/jira/bench/synthetic-issues.ts';
import { findSpecialFields, normalizeField } from '@tallyboard/jira/fields.ts';
import { planNormalizing } from '@tallyboard/jira/normalize/issue.ts';
import { Pool } from '@tallyboard/jira/normalize/pool.ts';
import { Collector } from '../load/collector.ts';
import { CoverageCounter } from '../load/coverage.ts';

const REQUIREMENT: Requirement = {
  ...NO_REQUIREMENT,
  parts: ALL_PARTS,
  history: ['status', 'points', 'sprint', 'assignee', 'resolution'],
  worklogs: 'all',
};

/** Checking and normalizing issues, against reading the same text with JSON.parse. */
export default async function bench(size: 'small' | 'full') {
  const count = size === 'full' ? 100_000 : 5_000;
  // The first issues pay for compiling the code; a small run would be little else.
  measure(2_000);
  const { parsing, normalizing } = measure(count);
  return [
    {
      name: `normalizing ${count} issues over JSON.parse of the same text`,
      value: normalizing / parsing,
      limit: 0.5,
      unit: 'x',
    },
  ];
}

function measure(count: number) {
  const special = findSpecialFields(SYNTHETIC_FIELDS);
  const fields = SYNTHETIC_FIELDS.map(normalizeField);
  const plan = planNormalizing(REQUIREMENT, fields, special, new Pool());
  const collector = new Collector(plan, new CoverageCounter(), {
    inlineHistories: true,
    absentIsUnreceived: false,
  });
  let parsing = 0;
  let normalizing = 0;
  for (const text of syntheticPages(count)) {
    const start = performance.now();
    const page: { issues: unknown[] } = JSON.parse(text);
    const parsed = performance.now();
    collector.add(page.issues);
    normalizing += performance.now() - parsed;
    parsing += parsed - start;
  }
  if (collector.size !== count) throw new Error(`normalized ${collector.size} of ${count} issues`);
  return { parsing, normalizing };
}
