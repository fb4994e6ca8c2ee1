import { formatInstant } from '@tallyboard/core/time/format.ts';
import { type Stored, storedObject } from '@tallyboard/report-kit/settings/schema.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { SegmentedSwitch } from '@tallyboard/ui/controls/segmented-switch.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { use, useMemo, useState } from 'react';
import { useSession } from '../start/session.ts';
import { keyLabel, SectionsContext, sectionTitle } from './sections.ts';
import {
  type Difference,
  documentOf,
  lastSaveOf,
  mergeSections,
  type SectionChange,
  type Side,
  type Snapshot,
  sectionChanges,
} from './snapshot.ts';

export function ConflictDialog(props: {
  readonly base: Snapshot;
  readonly mine: Stored;
  readonly theirs: Snapshot;
  readonly onMerge: (merged: Stored) => void;
  readonly onReload: () => void;
  readonly onClose: () => void;
}) {
  const { mine, onMerge, onReload, onClose } = props;
  const { site, zone } = useSession();
  const base = documentOf(props.base);
  const theirs = documentOf(props.theirs);
  const changes = useMemo(() => sectionChanges(base, mine, theirs), [base, mine, theirs]);
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const { name, at } = lastSaveOf(props.theirs);
  const them = name ?? 'Someone else';
  const open = changes.filter(({ section, by }) => by === 'both' && !sides[section]);
  return (
    <Modal
      title="These settings were changed by someone else"
      width="medium"
      onClose={onClose}
      confirm={{
        label: 'Merge and apply',
        disabled: open.length > 0,
        onConfirm: () => onMerge(mergeSections(base, mine, theirs, key => sides[key] ?? 'theirs')),
      }}
    >
      <div className="tb-conflict">
        <p>
          {them} saved these settings
          {at !== null && <> on {formatInstant(at, zone, `${site.settings.dateFormat} HH:mm`)}</>},
          after you opened them. None of your changes is stored.
        </p>
        <ul className="tb-conflict__list">
          {changes.map(change => (
            <Change
              key={change.section}
              change={change}
              them={them}
              side={sides[change.section]}
              onSide={side => setSides({ ...sides, [change.section]: side })}
            />
          ))}
        </ul>
        <Button onClick={onReload}>Discard mine and reload</Button>
      </div>
    </Modal>
  );
}

const BY = { me: 'changed by you', both: 'changed by both' };

function Change(props: {
  readonly change: SectionChange;
  readonly them: string;
  readonly side: Side | undefined;
  readonly onSide: (side: Side) => void;
}) {
  const { them, side, onSide } = props;
  const { section, by, differences } = props.change;
  const sections = use(SectionsContext);
  const title = sectionTitle(section);
  return (
    <li className="tb-stack">
      <h3>
        {title} <span className="tb-quiet">{by === 'them' ? `changed by ${them}` : BY[by]}</span>
      </h3>
      <dl className="tb-conflict__values">
        {differences.map(each => (
          <div key={each.key}>
            <dt className="tb-quiet">
              {each.key === '' ? title : keyLabel(sections, section, each.key)}
            </dt>
            <dd>{valuesOf(each, by)}</dd>
          </div>
        ))}
      </dl>
      {by === 'both' && (
        <SegmentedSwitch<Side | 'open'>
          label={`For ${title}`}
          showLabel
          options={[
            { value: 'mine', label: 'Keep mine' },
            { value: 'theirs', label: 'Keep theirs' },
          ]}
          value={side ?? 'open'}
          onChange={next => next !== 'open' && onSide(next)}
        />
      )}
    </li>
  );
}

function valuesOf(values: Difference, by: SectionChange['by']) {
  const [base, mine, theirs] = [values.base, values.mine, values.theirs].map(valueText);
  return by === 'both' ? (
    <>
      mine <strong>{mine}</strong>, theirs <strong>{theirs}</strong>, before {base}
    </>
  ) : (
    <>
      {base} → <strong>{by === 'me' ? mine : theirs}</strong>
    </>
  );
}

const MAX_LENGTH = 120;

function valueText(value: unknown): string {
  if (value === undefined || value === null) return 'default';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const text =
    typeof value === 'string'
      ? value || 'empty'
      : (checkedNames(value) ?? JSON.stringify(value) ?? '');
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** The checked items of a list of checkboxes; null for other values. */
function checkedNames(value: unknown): string | null {
  if (!Array.isArray(value)) return null;
  const items = value.map(storedObject);
  const names = items.flatMap(item =>
    item?.checked === true || item?.enabled === true ? [String(item.name ?? item.label)] : [],
  );
  return items.every(item => item !== null) ? names.join(', ') || 'none' : null;
}
