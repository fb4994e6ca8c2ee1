import type { Host } from '@tallyboard/hosts/host.ts';
import { NumberField } from '@tallyboard/ui/controls/text-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useEffect, useState } from 'react';
import type { Dashboard, DashboardSummary } from './dashboard.ts';
import { fetchDashboards } from './dashboards-api.ts';
import { wallboardAddress } from './wallboard-address.ts';

const SHORTEST_S = 5;
const LONGEST_S = 3600;

export interface WallboardDialogProps {
  readonly host: Pick<Host, 'request'>;
  readonly dashboard: Dashboard;
  readonly onStart: (address: string, cyclePeriodMs: number) => void;
  readonly onClose: () => void;
}

/** Which dashboards a wallboard shows in turn, and how long each. */
export default function WallboardDialog({
  host,
  dashboard,
  onStart,
  onClose,
}: WallboardDialogProps) {
  const [others, setOthers] = useState<readonly DashboardSummary[]>([]);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [seconds, setSeconds] = useState<number | null>(dashboard.cyclePeriodMs / 1000);
  useEffect(() => {
    const controller = new AbortController();
    fetchDashboards(host, controller.signal).then(
      all => setOthers(all.filter(({ id }) => id !== dashboard.id)),
      // Without the list this dashboard alone can still be shown.
      () => {},
    );
    return () => controller.abort();
  }, [host, dashboard.id]);
  const valid = seconds !== null && seconds >= SHORTEST_S && seconds <= LONGEST_S;
  const start = () => {
    const period = Math.round((seconds ?? SHORTEST_S) * 1000);
    onStart(wallboardAddress([dashboard.id, ...chosen], period), period);
  };
  return (
    <Modal
      title="Wallboard"
      onClose={onClose}
      confirm={{ label: 'Start', onConfirm: start, disabled: !valid }}
    >
      <p>The dashboard fills the screen, without controls, and refreshes itself.</p>
      {others.length > 0 && (
        <fieldset className="tb-dash__others">
          <legend>In turn with</legend>
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
        label="Seconds for each view"
        help="A dashboard that is taller than the screen is shown in several views."
        error={valid ? undefined : `From ${SHORTEST_S} to ${LONGEST_S} seconds.`}
        min={SHORTEST_S}
        max={LONGEST_S}
        value={seconds}
        onChange={setSeconds}
      />
    </Modal>
  );
}
