import type { Host } from '@tallyboard/hosts/host.ts';
import { NumberField } from '@tallyboard/ui/controls/text-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useState } from 'react';
import { useLoaded } from '../../use-loaded.ts';
import type { Dashboard } from '../dashboard.ts';
import { fetchDashboards } from '../dashboards-api.ts';
import { wallboardAddress } from './wallboard.ts';

const MIN_SECONDS = 5;
const MAX_SECONDS = 3600;

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
  const { value: all } = useLoaded(host, fetchDashboards);
  const others = all?.filter(({ id }) => id !== dashboard.id) ?? [];
  const valid = seconds !== null && seconds >= MIN_SECONDS && seconds <= MAX_SECONDS;
  const start = () => {
    const period = Math.round((seconds ?? MIN_SECONDS) * 1000);
    onStart(wallboardAddress([dashboard.id, ...chosen], period), period);
  };
  return (
    <Modal
      title="Wallboard"
      onClose={onClose}
      confirm={{ label: 'Start', onConfirm: start, disabled: !valid }}
    >
      <p>Fills the screen without controls and refreshes automatically.</p>
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
    </Modal>
  );
}
