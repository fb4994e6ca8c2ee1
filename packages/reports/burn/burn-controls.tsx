import { dayText, parseDay } from '@tallyboard/core/time/day.ts';
import { localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { SegmentedSwitch } from '@tallyboard/ui/controls/segmented-switch.tsx';
import { DateField } from '@tallyboard/ui/controls/text-field.tsx';
import { Checkbox, Toggle } from '@tallyboard/ui/controls/toggle.tsx';
import { filterRange } from './filter-range.ts';
import {
  BURN_GRAPHS,
  type BurnSettings,
  ESTIMATIONS,
  GRAPH_NAMES,
  isSprintType,
  TYPES,
} from './settings.ts';
import { combinableSprints } from './sprints.ts';
import type { BurnProps } from './view.tsx';

/** What is charted: the type, the unit, the sprint or the days, and which lines. */
export function BurnControls(props: BurnProps) {
  const { settings, compact, onSettings } = props;
  const set = (change: Partial<BurnSettings>) => onSettings({ ...settings, ...change });
  return (
    <div className="tb-no-print">
      <div className="tb-burn__controls">
        {!compact && (
          <>
            <ChoiceField
              label="Report type"
              options={TYPES.options}
              value={settings.type}
              onChange={type => set({ type })}
            />
            <SegmentedSwitch
              label="Estimation type"
              options={ESTIMATIONS.options}
              value={settings.estimation}
              onChange={estimation => set({ estimation })}
            />
          </>
        )}
        {!compact && <BoardPicker {...props} />}
        {isSprintType(settings.type) ? <SprintPicker {...props} /> : <DayRange {...props} />}
      </div>
      {!compact && (
        <fieldset className="tb-burn__lines">
          <legend className="tb-hidden">Lines</legend>
          {BURN_GRAPHS.map(id => (
            <Checkbox
              key={id}
              label={GRAPH_NAMES[id]}
              checked={settings.graphs[id]}
              onChange={checked => set({ graphs: { ...settings.graphs, [id]: checked } })}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}

const NO_BOARD = { value: 0, label: 'No board: the query alone' };

function BoardPicker({ settings, dataset, onSettings }: BurnProps) {
  const boards = (dataset.boards?.list ?? []).filter(({ type }) => type !== 'kanban');
  if (boards.length === 0) return null;
  return (
    <ChoiceField<number>
      label="Board"
      options={[...boards.map(({ id, name }) => ({ value: id, label: name })), NO_BOARD]}
      value={settings.board ?? NO_BOARD.value}
      onChange={value =>
        onSettings({
          ...settings,
          board: boards.find(({ id }) => id === value)?.id ?? null,
          sprint: null,
        })
      }
    />
  );
}

function SprintPicker({ result, settings, onSettings }: BurnProps) {
  const { sprints, chart } = result;
  if (sprints.length < 2) return null;
  const combinable = combinableSprints(sprints, settings);
  const combines = combinable.length > 1;
  const isActive = combinable[0]?.state === 'active';
  const shown = chart?.sprints[0]?.id ?? sprints[0]?.id ?? 0;
  return (
    <>
      {!(settings.singleChart && combines) && (
        <div className="tb-burn__sprint">
          <ChoiceField<number>
            label="Sprint"
            options={sprints.map(({ id, name, state }) => ({
              value: id,
              label: name,
              group: state === 'active' ? 'Active' : 'Closed',
            }))}
            value={shown}
            onChange={value =>
              onSettings({
                ...settings,
                sprint: sprints.find(({ id }) => id === value)?.id ?? null,
              })
            }
          />
        </div>
      )}
      {combines && (
        <Toggle
          label={isActive ? 'Combine active sprints' : 'Combine sprints'}
          checked={settings.singleChart}
          onChange={singleChart => onSettings({ ...settings, singleChart })}
        />
      )}
    </>
  );
}

function DayRange({ settings, context, onSettings }: BurnProps) {
  const { zone } = context;
  const { from, to } = filterRange(settings, context);
  const instant = (text: string) => {
    const day = parseDay(text);
    return day === null ? null : startOfDay(day, zone);
  };
  return (
    <>
      <DateField
        label="Start of interval"
        value={dayText(localDay(from, zone))}
        onChange={text => onSettings({ ...settings, from: instant(text) })}
      />
      <DateField
        label="End of interval"
        value={dayText(localDay(to - 1, zone))}
        onChange={text => onSettings({ ...settings, to: instant(text) })}
      />
    </>
  );
}
