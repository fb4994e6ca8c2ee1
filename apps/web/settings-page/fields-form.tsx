import { groupableFields } from '@tallyboard/core/measure/groupable-fields.ts';
import { CheckGroup } from '@tallyboard/report-kit/form/check-group.tsx';
import {
  customOption,
  type IssuesByOption,
  issuesByOptions,
} from '@tallyboard/reports/issues-by/fields.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { showFlag } from '@tallyboard/ui/feedback/flags.tsx';
import { Spinner } from '@tallyboard/ui/feedback/spinner.tsx';
import { ErrorState } from '@tallyboard/ui/feedback/states.tsx';
import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import { type FormEvent, useState } from 'react';
import { useSession } from '../start/session.ts';
import { ApplyBar } from './apply-bar.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { addableFields, isAdded, withOptions, withoutOption } from './fields-document.ts';
import type { SettingsStore } from './settings-store.ts';
import { UnreadableNote } from './unreadable-note.tsx';
import { type Ready, type SharedSetting, useSharedSetting } from './use-shared-setting.ts';

export interface FieldsFormProps {
  readonly store: SettingsStore;
  /** Open from the beginning. */
  readonly open: boolean;
}

/** Which fields have an 'Issues By' report: the key 'enabled-fields', with an Apply of its own. */
export function FieldsForm({ store, open }: FieldsFormProps) {
  const { restart } = useSession();
  const setting = useSharedSetting(store, 'enabled-fields', () => {
    showFlag({ kind: 'success', title: 'Fields saved', text: 'The menu is updated.' });
    restart();
  });
  const { state } = setting;
  return (
    <Disclosure level={3} title="Issues By Reports" defaultOpen={open}>
      {state.phase === 'reading' && <Spinner label="Loading fields" />}
      {state.phase === 'unread' && (
        <ErrorState title="Fields could not be loaded" onRetry={setting.reload}>
          {state.problem}
        </ErrorState>
      )}
      {state.phase === 'ready' && <Editor setting={setting} state={state} />}
    </Disclosure>
  );
}

function Editor({ setting, state }: { readonly setting: SharedSetting; readonly state: Ready }) {
  const { site } = useSession();
  const { base, draft } = state;
  const [replace, setReplace] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const options = issuesByOptions(draft, site.special, site.fields);
  const put = (next: readonly IssuesByOption[]) => {
    setRefused(null);
    setting.edit(withOptions(draft, next));
  };
  const addable = addableFields(groupableFields(site.fields, site.special), options);

  function apply(event: FormEvent) {
    event.preventDefault();
    if (base.kind === 'unreadable' && !replace)
      setRefused('Choose first what to do with the unreadable fields above.');
    else void setting.save(document => document);
  }

  return (
    <form className="tb-settings__form" noValidate onSubmit={apply}>
      {base.kind === 'unreadable' && (
        <UnreadableNote raw={base.raw} replace={replace} onReplace={setReplace} />
      )}
      <CheckGroup label="Fields in the menu of the Custom tab">
        {options.map(option => (
          <div key={option.field} className="tb-settings__field">
            <Checkbox
              label={option.label}
              checked={option.enabled}
              onChange={enabled =>
                put(options.map(each => (each === option ? { ...each, enabled } : each)))
              }
            />
            {isAdded(option) && (
              <Button
                appearance="link"
                aria-label={`Remove ${option.label}`}
                onClick={() => setting.edit(withoutOption(draft, options, option.field))}
              >
                Remove
              </Button>
            )}
          </div>
        ))}
      </CheckGroup>
      {addable.length > 0 && (
        <ChoiceField
          label="Add a custom field"
          options={[
            { value: '', label: 'Choose a field' },
            ...addable.map(({ id, name }) => ({ value: id as string, label: name })),
          ]}
          value=""
          onChange={id => {
            const field = addable.find(each => each.id === id);
            if (field) put([...options, customOption(field)]);
          }}
        />
      )}
      <ApplyBar
        dirty={state.dirty}
        saving={state.saving}
        problem={state.problem ?? refused}
        summary={`${options.filter(({ enabled }) => enabled).length} fields in the menu`}
        onDiscard={setting.discard}
      />
      {state.conflict && (
        <ConflictDialog
          base={base}
          mine={draft}
          theirs={state.conflict}
          onMerge={merged =>
            state.conflict &&
            void setting.save(document => document, { draft: merged, onto: state.conflict })
          }
          onReload={setting.reload}
          onClose={setting.closeConflict}
        />
      )}
    </form>
  );
}
