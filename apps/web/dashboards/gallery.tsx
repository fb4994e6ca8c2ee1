import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useState } from 'react';
import { findKinds } from './gadget-kinds.ts';

export default function Gallery(props: {
  readonly onAdd: (kind: Gadget) => void;
  readonly onClose: () => void;
}) {
  const { onAdd, onClose } = props;
  const [search, setSearch] = useState('');
  const found = findKinds(search);
  return (
    <Modal title="Add a gadget" width="large" onClose={onClose}>
      <TextField
        label="Search gadgets"
        type="search"
        placeholder="burndown, hours, text..."
        value={search}
        onChange={setSearch}
        onEnter={() => found.length === 1 && found[0] && onAdd(found[0])}
      />
      <p className="tb-hidden" aria-live="polite">
        {found.length} gadgets
      </p>
      {found.length === 0 && <p className="tb-quiet">No gadgets match. Try another word.</p>}
      <ul className="tb-gallery">
        {found.map(kind => (
          <li key={kind.name}>
            <button type="button" className="tb-gallery__entry" onClick={() => onAdd(kind)}>
              <img className="tb-picture" src={kind.picturePath} width="120" height="80" alt="" />
              <span className="tb-gallery__text">
                <span className="tb-gallery__title">{kind.title}</span>
                <span className="tb-quiet">{kind.summary}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
