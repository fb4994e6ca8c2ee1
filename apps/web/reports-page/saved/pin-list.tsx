import './pins.css';
import DeleteIcon from '@atlaskit/icon/core/delete';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import type { PinComparison, SavedPin } from '@tallyboard/hosts/saved/pins.ts';
import { Button, IconButton } from '@tallyboard/ui/controls/button.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useState } from 'react';
import { useSession } from '../../start/session.ts';
import { useComparison, usePinActions, usePinsOf } from './pin-store.ts';

/** So many are compared with today at once; each takes the server a calculation. */
const FIRST = 3;
const MAX_FIGURES = 3;

/** The pins of the open saved report, each beside the figures of today. */
export default function PinList({ report }: { readonly report: string }) {
  const { pins, error, reload } = usePinsOf(report);
  const [all, setAll] = useState(false);
  const [removing, setRemoving] = useState<SavedPin | null>(null);
  if (error !== null)
    return (
      <p className="tb-pins__state" role="alert">
        The pins could not be loaded.{' '}
        <Button appearance="link" onClick={reload}>
          Try again
        </Button>
      </p>
    );
  if (!pins) return <p className="tb-pins__state tb-quiet">Loading</p>;
  if (pins.length === 0)
    return (
      <p className="tb-pins__state tb-quiet">
        No pins yet. Pin keeps the figures of now with a note, to compare them with later ones.
      </p>
    );
  const shown = all ? pins : pins.slice(0, FIRST);
  return (
    <section className="tb-pins" aria-label="Pins">
      <ul className="tb-pins__list">
        {shown.map(pin => (
          <PinRow key={pin.id} report={report} pin={pin} onRemove={() => setRemoving(pin)} />
        ))}
      </ul>
      {pins.length > FIRST && (
        <Button appearance="link" onClick={() => setAll(!all)}>
          {all ? `The latest ${FIRST}` : `All ${pins.length} pins`}
        </Button>
      )}
      {removing && (
        <RemoveDialog report={report} pin={removing} onClose={() => setRemoving(null)} />
      )}
    </section>
  );
}

function PinRow(props: {
  readonly report: string;
  readonly pin: SavedPin;
  readonly onRemove: () => void;
}) {
  const { report, pin, onRemove } = props;
  const { author, note, shown, removable } = pin;
  const { value, error, reload } = useComparison(report, pin);
  const day = useDayOf()(pin);
  return (
    <li className="tb-pin">
      <div className="tb-pin__when">
        <span className="tb-nowrap">{day}</span>
        {author !== null && (
          <span className="tb-quiet tb-ellipsis" dir="auto" title={author}>
            {author}
          </span>
        )}
      </div>
      <p className="tb-pin__note" dir="auto">
        {note}
      </p>
      {shown ? (
        <Figures pin={pin} comparison={value} isFailed={error !== null} />
      ) : (
        <p className="tb-pin__hidden tb-quiet">Pinned with other rights</p>
      )}
      {removable && (
        <IconButton
          className="tb-pin__remove tb-no-print"
          icon={DeleteIcon}
          label={`Remove the pin of ${day}`}
          onClick={onRemove}
        />
      )}
      {error !== null && (
        <p className="tb-pin__told" role="alert">
          It could not be compared with today.{' '}
          <Button appearance="link" onClick={reload}>
            Try again
          </Button>
        </p>
      )}
      {value && <Told comparison={value} />}
    </li>
  );
}

/** With the time: two pins of one day. */
function useDayOf() {
  const { zone, site } = useSession();
  const { dateFormat } = site.settings;
  return ({ asOf }: SavedPin) => formatInstant(Date.parse(asOf), zone, `${dateFormat} HH:mm`);
}

function Figures(props: {
  readonly pin: SavedPin;
  /** Null while it is computed. */
  readonly comparison: PinComparison | null;
  readonly isFailed: boolean;
}) {
  const { pin, comparison, isFailed } = props;
  const now = new Map(comparison?.headline.map(each => [each.key, each]));
  return (
    <dl className="tb-pin__figures">
      {pin.headline.slice(0, MAX_FIGURES).map(({ key, label, text }) => {
        const other = now.get(key);
        const isOther = other && other.replayed !== text;
        return (
          <div key={key}>
            <dt className="tb-ellipsis" title={label}>
              {label}
            </dt>
            <dd>
              <strong>{text}</strong>{' '}
              <span className="tb-quiet">
                {comparison ? `now ${other?.now ?? 'none'}` : !isFailed && 'now …'}
              </span>
              {isOther && comparison?.differs && (
                <span className="tb-pin__replayed">recomputed {other.replayed ?? 'none'}</span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Told({ comparison: { differs, doubts } }: { readonly comparison: PinComparison }) {
  return (
    <>
      {differs !== null && (
        <p className="tb-pin__told tb-pin__told--differs" role="status">
          Recomputed for then it {differs}.
        </p>
      )}
      {doubts.map(text => (
        <p key={text} className="tb-pin__told">
          {text}
        </p>
      ))}
    </>
  );
}

function RemoveDialog(props: {
  readonly report: string;
  readonly pin: SavedPin;
  readonly onClose: () => void;
}) {
  const { report, pin, onClose } = props;
  const { remove } = usePinActions();
  const day = useDayOf()(pin);
  return (
    <Modal
      title="Remove this pin?"
      onClose={onClose}
      confirm={{
        label: 'Remove',
        danger: true,
        onConfirm: () => remove(report, pin.id),
      }}
    >
      <p>The figures of {day} and their note are deleted, for everybody who sees the report.</p>
    </Modal>
  );
}
