import './share-dialog.css';
import Cross from '@atlaskit/icon/core/cross';
import type { Host } from '@tallyboard/hosts/host.ts';
import { Button, IconButton } from '@tallyboard/ui/controls/button.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useState } from 'react';
import type { Share } from '../dashboards/dashboard.ts';
import { useLoaded } from '../use-loaded.ts';
import { findShareTargets } from './share-targets.ts';

const ACCESS = [
  { value: 'view', label: 'Can view' },
  { value: 'edit', label: 'Can edit' },
] as const;

const MAX_TARGETS = 8;

const nameOf = ({ kind, name, label }: Share) => {
  if (kind === 'everyone') return 'Everyone with an account';
  return label ?? (kind === 'project' ? `Project ${name}` : name);
};

const kindOf = ({ kind }: Share) => ({ group: 'Group', project: 'Project' })[String(kind)];

export default function ShareDialog(props: {
  readonly host: Host;
  readonly title: string;
  /** The name of the owner, where it is known. */
  readonly owner: string | null;
  readonly shares: readonly Share[];
  readonly onShare: (shares: readonly Share[]) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const { host, title, owner, onShare, onClose } = props;
  const [shares, setShares] = useState(props.shares);
  const [search, setSearch] = useState('');
  const { value, error } = useLoaded(search.trim(), (query, signal) =>
    findShareTargets(host, query, signal),
  );
  const isSame = (a: Share, b: Share) => a.kind === b.kind && a.name === b.name;
  const addable = (value ?? [])
    .filter(target => !shares.some(share => isSame(share, target)))
    .slice(0, MAX_TARGETS);
  return (
    <Modal
      title={title}
      onClose={onClose}
      changed={JSON.stringify(shares) !== JSON.stringify(props.shares)}
      confirm={{ label: 'Save', onConfirm: () => onShare(shares) }}
    >
      {shares.length === 0 && (
        <p className="tb-quiet">Not shared: only {owner ?? 'you'} can see it.</p>
      )}
      <ul className="tb-stack tb-shares" aria-label="Shared with">
        {shares.map(share => (
          <li key={`${share.kind} ${share.name}`} className="tb-line">
            <span className="tb-shares__name" dir="auto">
              {nameOf(share)}
              <span className="tb-quiet"> {kindOf(share)}</span>
            </span>
            <ChoiceField
              label={`Access of ${nameOf(share)}`}
              hideLabel
              options={ACCESS}
              value={share.edit ? 'edit' : 'view'}
              onChange={access =>
                setShares(
                  shares.map(each =>
                    each === share ? { ...each, edit: access === 'edit' } : each,
                  ),
                )
              }
            />
            <IconButton
              icon={Cross}
              label={`Remove ${nameOf(share)}`}
              onClick={() => setShares(shares.filter(each => each !== share))}
            />
          </li>
        ))}
      </ul>
      <TextField
        label={host.savedReports === 'app' ? 'Add projects' : 'Add people or groups'}
        type="search"
        value={search}
        onChange={setSearch}
        error={error === null ? undefined : 'The names could not be loaded. Type again to retry.'}
      />
      <ul className="tb-stack tb-shares" aria-label="Results">
        {addable.map(target => (
          <li key={`${target.kind} ${target.name}`} className="tb-line">
            <span className="tb-shares__name" dir="auto">
              {nameOf(target)}
              <span className="tb-quiet"> {kindOf(target) ?? target.name}</span>
            </span>
            <Button
              compact
              aria-label={`Add ${nameOf(target)}`}
              onClick={() => setShares([...shares, target])}
            >
              Add
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
