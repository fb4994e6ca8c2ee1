import './saved.css';
import type { Stored } from '@tallyboard/report-kit/settings/schema.ts';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { showFlag } from '@tallyboard/ui/feedback/flags.tsx';
import { useState } from 'react';
import { NameDialog } from '../../dashboards/dialogs.tsx';
import type { PageState, PageStateTools } from '../../router/page-state.ts';
import { useSavedActions } from './saved-store.ts';

const MAX_DESCRIPTION = 4000;

/** Saves what is shown as a new report, and opens it. */
export default function SaveDialog(props: {
  readonly page: PageStateTools;
  /** What is shown, with what the page has chosen for the reader. */
  readonly shown: PageState;
  /** Its definition. */
  readonly view: Stored;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const { page, shown, view, onClose } = props;
  const { create, canShare } = useSavedActions();
  const [description, setDescription] = useState('');
  const isLong = description.trim().length > MAX_DESCRIPTION;
  const save = async (name: string) => {
    const { id } = await create({ name, description: description.trim(), view });
    page.change({ ...shown, saved: id }, 'replace');
    showFlag({ kind: 'success', title: `Saved ${name}`, text: 'You find it under Saved.' });
  };
  return (
    <NameDialog
      title="Save report"
      confirm="Save"
      isValid={!isLong}
      name={props.name}
      onName={save}
      onClose={onClose}
    >
      <div className="tb-saved-description">
        <TextField
          label="Description"
          rows={2}
          value={description}
          error={isLong ? `At most ${MAX_DESCRIPTION} characters.` : undefined}
          onChange={setDescription}
        />
        {!canShare && <p className="tb-quiet">Only you can open it.</p>}
      </div>
    </NameDialog>
  );
}
