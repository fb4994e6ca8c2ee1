import { addressParameters, filterInForce } from '@tallyboard/engine/gadgets/dashboard-filter.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { InputField, NumberField } from '@tallyboard/ui/controls/text-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useState } from 'react';
import { useLoaded } from '../../use-loaded.ts';
import type { Dashboard } from '../dashboard.ts';
import { fetchDashboards } from '../dashboards-api.ts';
import { type Hours, wallboardAddress } from './wallboard.ts';

const MIN_SECONDS = 5;
const MAX_SECONDS = 3600;
const ALWAYS: Hours = { from: '', to: '' };

/** Which dashboards a wallboard rotates through, and the period. */
export default function WallboardDialog(props: {
  readonly host: Pick<Host, 'request'>;
  readonly dashboard: Dashboard;
  readonly onStart: (address: string, cyclePeriodMs: number) => void;
  readonly onClose: () => void;
}) {
  const { host, dashboard, onStart, onClose } = props;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [seconds, setSeconds] = useState<number | null>(dashboard.cyclePeriodMs / 1000);
  const [{ from, to }, setHours] = useState(ALWAYS);
  const { value: all } = useLoaded(host, fetchDashboards);
  const others = all?.filter(({ id }) => id !== dashboard.id) ?? [];
  const valid = seconds !== null && seconds >= MIN_SECONDS && seconds <= MAX_SECONDS;
  // Both or none.
  const missing = (from === '') !== (to === '');
  const start = () => {
    const period = Math.round((seconds ?? MIN_SECONDS) * 1000);
    const hours = from === '' ? null : { from, to };
    const { filter: kept } = dashboard;
    const filter = addressParameters(filterInForce(location.search, kept), kept);
    onStart(wallboardAddress([dashboard.id, ...chosen], period, hours, filter), period);
  };
  return (
    <Modal
      title="Wallboard"
      onClose={onClose}
      confirm={{ label: 'Start', onConfirm: start, disabled: !valid || missing }}
    >
      <p>
        Fills the screen and refreshes automatically. Arrow keys change the view, the space bar
        pauses.
      </p>
      {others.length > 0 && (
        <fieldset className="tb-stack tb-dash__others">
          <legend className="tb-field__label">Rotate with</legend>
          {others.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={<bdi>{name}</bdi>}
              checked={chosen.includes(id)}
              onChange={on => setChosen(on ? [...chosen, id] : chosen.filter(each => each !== id))}
            />
          ))}
        </fieldset>
      )}
      <NumberField
        label="Seconds per view"
        help="A view shows gadgets that are side by side on the dashboard."
        error={valid ? undefined : `From ${MIN_SECONDS} to ${MAX_SECONDS} seconds.`}
        min={MIN_SECONDS}
        max={MAX_SECONDS}
        value={seconds}
        onChange={setSeconds}
      />
      <div className="tb-row tb-dash__others">
        <TimeField
          label="Show from (optional)"
          value={from}
          onChange={value => setHours({ from: value, to })}
        />
        <TimeField label="Until" value={to} onChange={value => setHours({ from, to: value })} />
      </div>
      {missing && <p role="alert">Set both times, or none for a wallboard that is always on.</p>}
    </Modal>
  );
}

function TimeField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { label, value, onChange } = props;
  return (
    <InputField
      label={label}
      type="time"
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  );
}
