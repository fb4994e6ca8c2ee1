import './board-sets.css';
import type { Host } from '@tallyboard/hosts/host.ts';
import type { OwnedBoardSet } from '@tallyboard/hosts/saved/board-set.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { Suspense, useState } from 'react';
import { preloaded } from '../preloaded.tsx';
import { useLoaded } from '../use-loaded.ts';
import {
  canShareBoardSets,
  loadBoardSets,
  removeBoardSet,
  saveBoardSet,
  useBoardSets,
} from './board-set-store.ts';
import { EditBoardSet } from './edit-board-set.tsx';

const ShareDialog = preloaded(() => import('../share/share-dialog.tsx'));

type Step =
  | { readonly kind: 'list' }
  | { readonly kind: 'edit'; readonly set: OwnedBoardSet | null }
  | { readonly kind: 'share' | 'delete'; readonly set: OwnedBoardSet };

const LIST: Step = { kind: 'list' };

/** Makes, changes, shares and deletes board sets. Every step is a dialog of its own, which returns to the list. */
export default function BoardSetsDialog(props: {
  readonly host: Host;
  readonly onClose: () => void;
}) {
  const { host, onClose } = props;
  const [step, setStep] = useState<Step>(LIST);
  const back = () => setStep(LIST);
  if (step.kind === 'edit') return <EditBoardSet host={host} set={step.set} onClose={back} />;
  if (step.kind === 'share') {
    const { id, version, name, owner, shares } = step.set;
    return (
      <Suspense>
        <ShareDialog
          host={host}
          title={`Share ${name}`}
          owner={owner}
          shares={shares}
          onShare={next => saveBoardSet(host, { id, version, shares: [...next] })}
          onClose={back}
        />
      </Suspense>
    );
  }
  if (step.kind === 'delete') {
    const { id, name } = step.set;
    return (
      <Modal
        title="Delete this board set?"
        onClose={back}
        confirm={{ label: 'Delete', danger: true, onConfirm: () => removeBoardSet(host, id) }}
      >
        <p>
          This deletes <bdi>{name}</bdi> for everyone and can't be undone. Gadgets and saved reports
          keep its last definition.
        </p>
      </Modal>
    );
  }
  return <SetList host={host} onStep={setStep} onClose={onClose} />;
}

const UNITS = { issues: 'issues', points: 'story points', time: 'time' } as const;

function factsOf({ members, unit, mine, owner }: OwnedBoardSet): string {
  const count = members.length === 1 ? '1 member' : `${members.length} members`;
  const whose = mine ? [] : [owner ?? 'everyone'];
  return [count, UNITS[unit], ...whose].join(' · ');
}

function SetList(props: {
  readonly host: Host;
  readonly onStep: (step: Step) => void;
  readonly onClose: () => void;
}) {
  const { host, onStep, onClose } = props;
  const sets = useBoardSets(host);
  const { error } = useLoaded(host, loadBoardSets);
  const canShare = canShareBoardSets(host);
  return (
    <Modal title="Board sets" width="medium" onClose={onClose}>
      <p className="tb-quiet">
        A board set is a list of boards and queries that are counted as one. Reports take it in
        place of a board.
      </p>
      {error !== null && (
        <SectionMessage kind="error">
          Board sets could not be loaded. Open this dialog again to retry.
        </SectionMessage>
      )}
      {sets === null && error === null && <p role="status">Loading</p>}
      {sets?.length === 0 && <p>No board sets yet.</p>}
      <ul className="tb-stack tb-board-sets" aria-label="Board sets">
        {sets?.map(set => (
          <li key={set.id} className="tb-line">
            <span className="tb-board-sets__name">
              <bdi>{set.name}</bdi>
              <span className="tb-quiet"> {factsOf(set)}</span>
            </span>
            {set.editable && (
              <Button
                compact
                aria-label={`Edit ${set.name}`}
                onClick={() => onStep({ kind: 'edit', set })}
              >
                Edit
              </Button>
            )}
            {set.manageable && canShare && (
              <Button
                compact
                aria-label={`Share ${set.name}`}
                onClick={() => onStep({ kind: 'share', set })}
              >
                Share
              </Button>
            )}
            {set.manageable && (
              <Button
                compact
                aria-label={`Delete ${set.name}`}
                onClick={() => onStep({ kind: 'delete', set })}
              >
                Delete
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button appearance="primary" onClick={() => onStep({ kind: 'edit', set: null })}>
        Create board set
      </Button>
    </Modal>
  );
}
