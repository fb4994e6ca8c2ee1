import type { PlainTable } from '@tallyboard/report-kit/table/csv-text.ts';

/** Control characters could change the terminal. */
const CONTROL = /\p{Cc}/gu;

/** Aligns the columns of a table, numbers to the right; null is '-'. */
export function alignedTable({ columns, rows }: PlainTable): string {
  const cells = [columns, ...rows].map(row => row.map(cellText));
  const widths = columns.map((_, column) =>
    Math.max(...cells.map(row => width(row[column] ?? ''))),
  );
  const numeric = columns.map((_, column) => rows.some(row => typeof row[column] === 'number'));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const gap = ' '.repeat((widths[column] ?? 0) - width(cell));
        return numeric[column] ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd();
  const rule = widths.map(size => '-'.repeat(size));
  const [head = [], ...body] = cells;
  return `${[line(head), line(rule), ...body.map(line)].join('\n')}\n`;
}

function cellText(cell: string | number | null): string {
  if (cell === null) return '-';
  if (typeof cell === 'number') return String(cell);
  return cell.replace(CONTROL, ' ');
}

/** Terminal columns: East Asian characters take two. */
function width(text: string): number {
  let columns = 0;
  for (const character of text) {
    if (/\p{Mark}/u.test(character)) continue;
    columns +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return columns;
}
