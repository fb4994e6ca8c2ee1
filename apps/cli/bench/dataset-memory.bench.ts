/** What the issues that a report has read keep in memory, against 150 bytes an issue, 14 a change and 35 a worklog. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { answerQuestion } from '@tallyboard/engine/ask/answer-report.ts';
import { readGiven } from '@tallyboard/engine/ask/given-settings.ts';
import { writeExport } from '@tallyboard/replica/bench/export-file.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { type JiraSource, openSource } from '../jira-source.ts';

const program = fileURLToPath(new URL('../bin/tallyboard.mjs', import.meta.url));

/** Bytes in use; needs `--expose-gc`. */
async function usedBytes(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.();
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const sum = (issues: readonly Issue[], count: (issue: Issue) => number) =>
  issues.reduce((total, issue) => total + count(issue), 0);

/** A function of its own: what a loop reads may be kept until it reads the next. */
async function measure(source: JiraSource, id: string, limit: number) {
  const way = source.columns ? 'columns' : 'JSON';
  const report = await findReport(id);
  if (!report) throw new Error(`There is no report '${id}'.`);
  const settings = readGiven(report, id === 'burn' ? { gadgetType: 2 } : {});
  const load = async (): Promise<readonly Issue[]> => {
    const scope = { jql: 'created >= 1970-01-01' };
    const question = { report, scope, settings, asOf: null, timeZone: null };
    const { issues } = await answerQuestion(async () => source, question, { now: Date.now() });
    return issues;
  };
  // Once before: for code, and what the source remembers.
  await load().then(() => undefined);
  const before = await usedBytes();
  const issues = await load();
  const kept = (await usedBytes()) - before;
  const changes = sum(issues, each => each.changes.length);
  const worklogs = sum(issues, each => each.worklogs.length);
  return {
    name: `memory of ${issues.length} issues with ${changes} changes and ${worklogs} worklogs (${id}, ${way})`,
    value: kept / (150 * issues.length + 14 * changes + 35 * worklogs),
    limit,
    unit: 'x',
  };
}

export default async function bench(size: 'small' | 'full') {
  const folder = await mkdtemp(join(tmpdir(), 'tallyboard-bench-'));
  try {
    const file = join(folder, 'issues.jsonl');
    const data = join(folder, 'data');
    await writeExport(file, size === 'full' ? 100_000 : 20_000);
    execFileSync(process.execPath, [program, 'import', file, '--data', data], { stdio: 'ignore' });
    const source = await openSource({ data });
    const rows = [];
    // Of few issues the people and other entities take a larger part.
    const limit = size === 'full' ? 1 : 1.2;
    for (const id of ['overview', 'time-in-status', 'cycle-time', 'burn'])
      rows.push(await measure(source, id, limit));
    rows.push(await measure({ ...source, columns: undefined }, 'time-in-status', limit));
    await source.close();
    return rows;
  } finally {
    await rm(folder, { recursive: true });
  }
}
