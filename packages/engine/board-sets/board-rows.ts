import type { QueryPart } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { BoardRows } from '@tallyboard/core/model/result.ts';
import { disambiguate } from '@tallyboard/report-kit/figures/disambiguate.ts';

/** The loaded issues of each board and query of a set; an issue can be of several. */
export function boardRows(
  { issues, boards }: Pick<Dataset, 'issues' | 'boards'>,
  members: readonly QueryPart[],
): readonly BoardRows[] {
  const rowOf = new Map<string, number>(issues.map(({ id }, row) => [id, row]));
  const ownName = ({ name, board }: QueryPart) =>
    board === undefined ? name : (boards.get(board)?.name ?? `Board ${board}`);
  const nameOf = disambiguate(members, ownName, ({ board }) =>
    board === undefined ? null : String(board),
  );
  return members.map((member, at) => ({
    id: member.board === undefined ? `query:${at + 1}` : `board:${member.board}`,
    name: nameOf(member),
    rows: Uint32Array.from(member.ids.flatMap(id => rowOf.get(id) ?? [])).sort(),
  }));
}
