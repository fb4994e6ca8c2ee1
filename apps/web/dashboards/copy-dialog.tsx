import type { Host } from '@tallyboard/hosts/host.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { SegmentedSwitch } from '@tallyboard/ui/controls/segmented-switch.tsx';
import { showFlag } from '@tallyboard/ui/feedback/flags.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { type ReactNode, useState } from 'react';
import { go } from '../router/address.ts';
import { canShare } from '../start/server-note.ts';
import { useLoaded } from '../use-loaded.ts';
import type { Item } from './dashboard.ts';
import {
  addItem,
  createDashboard,
  deleteItem,
  fetchDashboards,
  type NewItem,
  settingsOf,
} from './dashboards-api.ts';
import type { LiveDashboard } from './use-dashboard.ts';

const NEW = 'new';

interface TargetProps {
  readonly host: Host;
  readonly title: string;
  readonly confirm: string;
  /** 'Added to', before the name of the dashboard. */
  readonly done?: string;
  /** Not offered. */
  readonly except?: string;
  readonly onTarget: (id: string) => Promise<unknown>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Chooses a dashboard that the reader may change, or a new one, and says what became of it. */
function TargetDialog(props: TargetProps) {
  const { host, title, confirm, done = 'Added to', except, onTarget, onClose, children } = props;
  const { value: all, error } = useLoaded(host, fetchDashboards);
  const [chosen, setChosen] = useState<string | null>(null);
  const targets = all?.filter(({ id, editable }) => editable && id !== except) ?? [];
  const target = chosen ?? targets[0]?.id ?? NEW;
  const run = async () => {
    const name = targets.find(({ id }) => id === target)?.name ?? 'New dashboard';
    const id = target === NEW ? (await createDashboard(host, name, canShare())).id : target;
    await onTarget(id);
    showFlag({
      kind: 'success',
      title: `${done} ${name}`,
      action: { label: 'Open dashboard', onSelect: () => go(`/dashboards/${id}`, 'push') },
    });
  };
  return (
    <Modal
      title={title}
      onClose={onClose}
      confirm={{
        label: confirm,
        onConfirm: run,
        disabled: all === null && error === null,
      }}
    >
      {children && <div className="tb-dash__others">{children}</div>}
      <ChoiceField
        label="Dashboard"
        options={[
          ...targets.map(({ id, name }) => ({ value: id, label: name })),
          { value: NEW, label: 'New dashboard' },
        ]}
        value={target}
        onChange={setChosen}
        error={error === null ? undefined : 'Your dashboards could not be loaded.'}
      />
    </Modal>
  );
}

const WAYS = [
  { value: 'copy', label: 'Copy' },
  { value: 'move', label: 'Move' },
] as const;

/** Copies a gadget with its settings to another dashboard, or moves it. */
export function CopyDialog(props: {
  readonly host: Host;
  readonly live: LiveDashboard;
  readonly dashboardId: string;
  readonly item: Item;
  readonly editable: boolean;
  readonly onClose: () => void;
}) {
  const { host, live, dashboardId, item, editable, onClose } = props;
  const [way, setWay] = useState<(typeof WAYS)[number]['value']>('copy');
  return (
    <TargetDialog
      host={host}
      title="Copy to a dashboard"
      confirm={way === 'move' ? 'Move' : 'Copy'}
      done={way === 'move' ? 'Moved to' : 'Copied to'}
      except={dashboardId}
      onTarget={async target => {
        const { moduleKey, title, color } = item;
        const properties = await settingsOf(host, dashboardId, item.id);
        await addItem(host, target, { moduleKey, title, color, properties });
        if (way === 'copy') return;
        // Last, so that a failure loses nothing.
        const { deleted: _, ...now } = await deleteItem(host, dashboardId, item.id);
        live.take(now);
      }}
      onClose={onClose}
    >
      {editable && (
        <SegmentedSwitch label="Copy or move" options={WAYS} value={way} onChange={setWay} />
      )}
    </TargetDialog>
  );
}

/** Adds a gadget made elsewhere, such as from a report. */
export default function AddDialog(props: {
  readonly host: Host;
  readonly item: NewItem;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  const { host, item, onClose, children } = props;
  return (
    <TargetDialog
      host={host}
      title="Add to dashboard"
      confirm="Add"
      onTarget={id => addItem(host, id, item)}
      onClose={onClose}
    >
      {children}
    </TargetDialog>
  );
}
