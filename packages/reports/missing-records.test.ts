/** A figure that changes because the history or the worklogs of an issue were not received has a note that names it. */

import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REPORTS } from './catalogue/reports.ts';
import type { AnyComputingReport } from './testing/find-computing-report.ts';
import { findComputingReport } from './testing/find-computing-report.ts';
import { aStory, datasetOf, type StoryIssue } from './testing/random-stories.ts';
import { figuresOf } from './testing/recompute.ts';
import { NOW, runsOf } from './testing/report-runs.ts';

const noHistory = (issue: Issue): Issue => ({ ...issue, changes: [], historyComplete: false });
const halfHistory = (issue: Issue): Issue => ({
  ...issue,
  changes: issue.changes.slice(issue.changes.length >> 1),
  historyComplete: false,
});
const noWorklogs = (issue: Issue): Issue => ({ ...issue, worklogs: [], worklogsComplete: false });

/** Keeps both sprints known: where no issue names a sprint, it has no figures. */
const IN_BOTH: StoryIssue = {
  words: 'in:S in:T',
  events: [],
  components: [],
  blocks: null,
  history: true,
  categoryDate: true,
};

function shown(report: AnyComputingReport, data: Dataset, stored: unknown) {
  const settings = report.settings.parse(stored).value;
  const { result, notes } = report.compute(data, settings, NOW);
  const { rows } = plainTable(report.table(result, settings, NOW));
  const figures = [...figuresOf(result)].map(({ value, issues }) => [value, [...issues]]);
  /** What is said of an issue, or of all figures: 'at-least'. */
  const named = (row: number) =>
    notes
      .filter(({ code, issues }) => code === 'at-least' || issues.includes(row))
      .map(({ code, text }) => code + text);
  return { text: JSON.stringify([rows, figures]), named };
}

test.each(REPORTS)('$id', async ({ id }) => {
  const report = (await findComputingReport(id)) as AnyComputingReport;
  fc.assert(
    fc.property(
      aStory,
      fc.nat(),
      fc.constantFrom(noHistory, halfHistory, noWorklogs),
      fc.constantFrom(...runsOf(id)),
      (story, at, cut, stored) => {
        const data = datasetOf([...story, IN_BOTH]);
        const row = at % story.length;
        const whole = shown(report, data, stored);
        const less = shown(
          report,
          { ...data, issues: data.issues.map((issue, i) => (i === row ? cut(issue) : issue)) },
          stored,
        );
        if (less.text === whole.text || data.issues[row]?.historyComplete === false) return;
        const before = whole.named(row);
        const added = less.named(row).filter(said => !before.includes(said));
        expect(added, `${less.text}\nnot\n${whole.text}`).not.toEqual([]);
      },
    ),
    { numRuns: 200 },
  );
});
