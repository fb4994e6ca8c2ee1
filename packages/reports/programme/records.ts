import type { ProgrammeResult, ProgrammeRow } from './result.ts';

/** Rows and dependencies as programs get them; without issues neither, for they name some. */
export const programmeRecords = ({ rows }: ProgrammeResult) => ({
  rows: rows.map(plainRow),
  dependencies: rows.flatMap(({ id, dependencies }) =>
    dependencies.map(({ row: _, blockerRow, ...each }) => ({
      of: id,
      ...each,
      isLoaded: blockerRow !== null,
    })),
  ),
});

function plainRow({ dependencies: _, blocked, ...row }: ProgrammeRow) {
  return {
    ...row,
    count: row.count.value,
    total: row.total?.value ?? null,
    done: row.done?.value ?? null,
    progress: row.progress?.share ?? null,
    unestimated: row.unestimated.value,
    added30: row.added30.value,
    removed30: row.removed30.value,
    reestimated30: row.reestimated30.value,
    blocked: blocked && { key: blocked.key, days: blocked.days },
  };
}
