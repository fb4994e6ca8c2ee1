import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { showFlag } from '@tallyboard/ui/feedback/flags.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useState } from 'react';
import { useSession } from '../start/session.ts';

/** Asks for the title of the dashboard item. */
export function CustomTitle({ onClose }: { readonly onClose: () => void }) {
  const { host } = useSession();
  const [title, setTitle] = useState('');
  const [busy, setBusy] = useState(false);
  const text = title.trim();
  const set = async () => {
    if (text === '' || busy) return;
    setBusy(true);
    try {
      await host.setTitle(text);
      showFlag({ kind: 'success', title: 'Title changed', text });
      onClose();
    } catch (error) {
      console.warn(error);
      setBusy(false);
      showFlag({ kind: 'error', title: 'Title could not be changed', text: 'Try again.' });
    }
  };
  return (
    <Modal
      title="Set Custom Title"
      confirm={{ label: 'Set title', disabled: text === '' || busy, onConfirm: () => void set() }}
      onClose={onClose}
    >
      <TextField
        label="Please enter the title for the dashboard item"
        value={title}
        onChange={setTitle}
        onEnter={() => void set()}
      />
    </Modal>
  );
}
