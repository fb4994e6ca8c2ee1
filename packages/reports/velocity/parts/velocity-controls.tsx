import { startOfDay } from '@tallyboard/core/time/zone.ts';
import { BoardChoice } from '@tallyboard/report-kit/families/sprint-scope/board-choice.tsx';
import {
  type BoardValue,
  useBoardOptions,
} from '@tallyboard/report-kit/families/sprint-scope/board-options.ts';
import { estimationOf } from '@tallyboard/report-kit/families/sprint-scope/board-set-setting.ts';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { SelectField } from '@tallyboard/ui/controls/select-field.tsx';
import { NumberField } from '@tallyboard/ui/controls/text-field.tsx';
import { showProblem } from '@tallyboard/ui/feedback/flags.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useState } from 'react';
import { lastSprints } from '../periods.ts';
import { sprintsJql } from '../query.ts';
import { ESTIMATION_UNITS, INTERVAL_LABELS, MAX_SPRINTS, velocitySettings } from '../settings.ts';
import type { VelocityProps } from '../table.ts';

const Control = settingControls(velocitySettings);

export function VelocityControls(props: VelocityProps) {
  const { settings, context, dataset, result } = props;
  const hasSprints = dataset.boards?.list.some(({ type }) => type !== 'kanban') ?? true;
  const [first] = result.periods;
  // Any instant of the first day of an interval.
  const start = first ? startOfDay(Number(first.id), context.zone) : null;
  const isKanban = result.fallback === 'kanban';
  const ofIntervals = settings.periods === 'interval' || isKanban;
  return (
    <div className="tb-options tb-no-print tb-stack">
      <div className="tb-toolbar">
        <Control {...props} name="type" />
        <Control {...props} name="estimation" />
      </div>
      <div className="tb-toolbar">
        {hasSprints && !isKanban && <Control {...props} name="periods" labelStyle="shown" />}
        {ofIntervals ? (
          <>
            <BoardChoice
              boards={dataset.boards}
              value={settings}
              onChange={value => props.onSettings({ ...settings, ...value })}
            />
            <Control {...props} name="intervalStart" value={settings.intervalStart ?? start} />
            <Control {...props} name="intervalDays" select />
          </>
        ) : (
          <IncludeSprints {...props} />
        )}
        <Control
          {...props}
          name="includeActive"
          label={ofIntervals ? INTERVAL_LABELS.includeActive : undefined}
        />
        <Control {...props} name="accounts" select labelStyle="hidden" />
        <Control {...props} name="limits" />
      </div>
    </div>
  );
}

/** 'Include last N completed sprints from board X': replaces the page's query. A board set needs none. */
function IncludeSprints({ settings, dataset, onSettings, onJql }: VelocityProps) {
  const boards = (dataset.boards?.list ?? []).filter(({ type }) => type !== 'kanban');
  const [count, setCount] = useState<number | null>(settings.sprintCount);
  const [chosen, setChosen] = useState<BoardValue>(settings);
  const choice = useBoardOptions(boards, dataset.boards?.sets, chosen, '');
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const options = choice.options.filter(({ value }) => value !== 0);
  if (!onJql || !dataset.boards || boards.length === 0) return null;
  const board = options.find(({ value }) => value === choice.value) ?? options[0] ?? null;
  const wanted = Math.max(1, Math.round(count ?? settings.sprintCount));

  async function include(value: BoardValue) {
    setAsking(false);
    setBusy(true);
    try {
      const estimation = estimationOf(ESTIMATION_UNITS, value.boardSet) ?? settings.estimation;
      const next = { ...settings, ...value, estimation, sprintCount: wanted };
      const sprints = value.board && (await dataset.boards?.sprints(value.board));
      onJql?.(sprints ? sprintsJql(lastSprints(sprints, next)) : '');
      onSettings(next);
    } catch (error) {
      showProblem('The sprints of the board could not be read')(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <div className="tb-velocity__include">
        <span aria-hidden="true">Include last</span>
        <div className="tb-velocity__count">
          <NumberField
            hideLabel
            label="Number of completed sprints"
            value={count}
            onChange={setCount}
            min={1}
            max={MAX_SPRINTS}
          />
        </div>
        <span aria-hidden="true">completed sprints from</span>
        <div className="tb-velocity__board">
          <SelectField<string | number>
            hideLabel
            label="Board"
            options={options}
            value={board}
            onChange={option => option && setChosen(choice.read(option.value))}
          />
        </div>
        <Button busy={busy} disabled={!board} onClick={() => setAsking(true)}>
          Include
        </Button>
      </div>
      {asking && board && (
        <Modal
          title="Apply JQL Filter?"
          confirm={{ label: 'Apply', onConfirm: () => include(choice.read(board.value)) }}
          onClose={() => setAsking(false)}
        >
          The JQL filter of this page will be replaced by an auto-generated one for the last{' '}
          {wanted} completed sprints of {board.label}.
        </Modal>
      )}
    </>
  );
}
