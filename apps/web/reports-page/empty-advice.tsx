import { recordOf } from '@tallyboard/core/unknown.ts';
import { BoardChoice } from '@tallyboard/report-kit/families/sprint-scope/board-choice.tsx';
import type { BoardValue } from '@tallyboard/report-kit/families/sprint-scope/board-options.ts';
import { aboutReport } from '@tallyboard/reports/catalogue/reports.ts';
import { useSession } from '../start/session.ts';

/** Below a report without issues. */
export default function EmptyAdvice(props: {
  readonly report: string;
  readonly settings: unknown;
  readonly onSettings: (settings: unknown) => void;
}) {
  const { report, settings, onSettings } = props;
  const { site } = useSession();
  const { board = null, boardSet = null } = recordOf(settings) as Partial<BoardValue>;
  return (
    <>
      No issues match. Widen the filter or choose another board.
      {aboutReport(report)?.onBoard && (
        <BoardChoice
          hideLabel
          boards={{ list: site.boards, sprints: async () => [] }}
          value={{ board, boardSet }}
          onChange={value => onSettings({ ...recordOf(settings), ...value, sprint: null })}
        />
      )}
    </>
  );
}
