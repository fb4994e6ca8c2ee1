/** The form around a shared setting: loading, Apply, unreadable stored values, conflicts. */
import { formatInstant } from '@tallyboard/core/time/format.ts';
import type { Stored } from '@tallyboard/reports/catalogue/site-settings.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { showFlag } from '@tallyboard/ui/feedback/flags.tsx';
import { Spinner } from '@tallyboard/ui/feedback/spinner.tsx';
import { ErrorState, SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import { type ComponentType, type FormEvent, type ReactNode, Suspense, useState } from 'react';
import { useSession } from '../start/session.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { SettingsStore, SharedKey } from './settings-store.ts';
import { lastSaveOf, type Snapshot } from './snapshot.ts';
import { useSharedSetting } from './use-shared-setting.ts';

type SharedSetting = ReturnType<typeof useSharedSetting>;

export interface EditorProps {
  readonly setting: SharedSetting;
  readonly editing: NonNullable<SharedSetting['editing']>;
}

/** Loads a shared setting and shows its editor. */
export function SettingEditor(props: {
  readonly store: SettingsStore;
  readonly name: SharedKey;
  /** 'Settings', at the start of messages. */
  readonly noun: string;
  readonly savedText: string;
  readonly Editor: ComponentType<EditorProps>;
}) {
  const { store, name, noun, savedText, Editor } = props;
  const { restart } = useSession();
  const setting = useSharedSetting(store, name, () => {
    showFlag({ kind: 'success', title: `${noun} saved`, text: savedText });
    restart();
  });
  const { editing, problem } = setting;
  const loading = <Spinner label={`Loading ${noun.toLowerCase()}`} />;
  if (editing)
    return (
      <Suspense fallback={loading}>
        <Editor setting={setting} editing={editing} />
      </Suspense>
    );
  if (problem === null) return loading;
  return (
    <ErrorState title={`${noun} could not be loaded`} onRetry={setting.reload}>
      {problem}
    </ErrorState>
  );
}

export function SettingForm(
  props: EditorProps & {
    /** The document to store for a draft. */
    readonly finish: (draft: Stored) => Stored;
    /** Why the draft cannot be saved; null where it can. */
    readonly refuse?: (form: HTMLFormElement) => string | null;
    /** What Apply would write. */
    readonly summary: string;
    readonly children: ReactNode;
  },
) {
  const { setting, editing, finish, refuse, summary, children } = props;
  const { conflict, saving } = setting;
  const { base, draft, dirty } = editing;
  const [replace, setReplace] = useState(false);
  const [refused, setRefused] = useState<{ draft: Stored; text: string } | null>(null);
  const unreadable = base.kind === 'unreadable';
  const problem = setting.problem ?? (refused?.draft === draft ? refused.text : null);

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text =
      refuse?.(event.currentTarget) ??
      (unreadable && !replace ? 'Choose first what to do with the stored value above.' : null);
    if (text === null) void setting.save(finish);
    else setRefused({ draft, text });
  }

  return (
    <form className="tb-settings__form" noValidate onSubmit={apply}>
      <LastSaved snapshot={base} />
      {unreadable && (
        <SectionMessage kind="warning" title="Stored settings could not be read">
          <p>Defaults are used. The stored value is unchanged.</p>
          <Disclosure title="Show stored value">
            <pre className="tb-settings__raw">{JSON.stringify(base.raw, null, 2)}</pre>
          </Disclosure>
          <Checkbox
            label="Replace when I apply (keeps a backup)"
            checked={replace}
            onChange={setReplace}
          />
        </SectionMessage>
      )}
      {children}
      <div className="tb-settings__bar">
        {problem !== null && <ErrorState title="Settings could not be saved">{problem}</ErrorState>}
        <div className="tb-row tb-settings__actions">
          <Button type="submit" appearance="primary" disabled={!dirty} busy={saving}>
            Apply
          </Button>
          {dirty && (
            <Button appearance="subtle" disabled={saving} onClick={setting.discard}>
              Discard changes
            </Button>
          )}
          <span className="tb-quiet" aria-live="polite">
            {dirty && summary}
          </span>
        </div>
      </div>
      {conflict && (
        <ConflictDialog
          base={base}
          mine={finish(draft)}
          theirs={conflict}
          onMerge={merged => void setting.save(finish, { draft: merged, base: conflict })}
          onReload={setting.reload}
          onClose={setting.closeConflict}
        />
      )}
    </form>
  );
}

function LastSaved({ snapshot }: { readonly snapshot: Snapshot }) {
  const { site, zone } = useSession();
  const { name, at } = lastSaveOf(snapshot);
  if (name === null && at === null) return null;
  return (
    <p className="tb-quiet">
      Last changed{name !== null && ` by ${name}`}
      {at !== null && ` on ${formatInstant(at, zone, `${site.settings.dateFormat} HH:mm`)}`}
    </p>
  );
}
