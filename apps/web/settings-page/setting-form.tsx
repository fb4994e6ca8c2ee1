/** The form around a shared setting: loading, Apply, unreadable stored values, conflicts. */
import { formatInstant } from '@tallyboard/core/time/format.ts';
import { toFailure } from '@tallyboard/engine/failure.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import type { Stored } from '@tallyboard/reports/catalogue/site-settings.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { showFlag } from '@tallyboard/ui/feedback/flags.tsx';
import { Spinner } from '@tallyboard/ui/feedback/spinner.tsx';
import { ErrorState, SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { useAskBeforeUnload } from '@tallyboard/ui/overlay/ask-before-unload.ts';
import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import {
  type ComponentType,
  type FormEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useSession } from '../start/session.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { SettingsStore, SharedKey } from './settings-store.ts';
import { documentOf, lastSaveOf, type Snapshot, sameJson } from './snapshot.ts';

type SharedSetting = ReturnType<typeof useSharedSetting>;

export interface EditorProps {
  readonly setting: SharedSetting;
  readonly editing: NonNullable<SharedSetting['editing']>;
}

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
    readonly finish: (draft: Stored) => Stored;
    /** Why the draft cannot be saved; null where it can. */
    readonly refuse?: (form: HTMLFormElement) => string | null;
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

interface Editing {
  /** The stored value when editing began. */
  readonly base: Snapshot;
  readonly draft: Stored;
  /** Counts replaced drafts: a React key that resets the fields. */
  readonly generation: number;
}

interface Status {
  readonly saving: boolean;
  /** Why the value could not be read or saved. */
  readonly problem: string | null;
  readonly conflict: Snapshot | null;
}

const IDLE: Status = { saving: false, problem: null, conflict: null };

/** Unapplied drafts, kept while other tabs are open. */
const unapplied = new WeakMap<Host, Map<SharedKey, Editing>>();

/** A shared setting while it is edited; `editing` is null until it is read. */
function useSharedSetting(store: SettingsStore, key: SharedKey, onSaved: () => void) {
  const { host } = useSession();
  const [editing, setEditing] = useState(unapplied.get(host)?.get(key) ?? null);
  const [status, setStatus] = useState(IDLE);
  const latest = useRef(editing);
  latest.current = editing;

  const begin = useCallback((base: Snapshot) => {
    const generation = (latest.current?.generation ?? 0) + 1;
    setEditing({ base, draft: documentOf(base), generation });
    setStatus(IDLE);
  }, []);
  const reads = useRef(0);
  const reload = useCallback(async () => {
    // A reply that another one follows would end what was edited since.
    const read = ++reads.current;
    const isLast = () => read === reads.current;
    setEditing(null);
    setStatus(IDLE);
    try {
      const base = await store.read(key);
      if (isLast()) begin(base);
    } catch (error) {
      if (isLast()) setStatus({ ...IDLE, problem: toFailure(error).messages.join(' ') });
    }
  }, [store, key, begin]);
  useEffect(() => {
    if (!latest.current) void reload();
  }, [reload]);
  useUnapplied(host, key, editing);

  return {
    editing: editing && { ...editing, dirty: isDirty(editing) },
    ...status,
    edit(draft: Stored) {
      if (editing) setEditing({ ...editing, draft });
      setStatus(was => ({ ...was, problem: null }));
    },
    /** Reads the stored value again and discards the draft. */
    reload: () => void reload(),
    discard: () => editing && begin(editing.base),
    closeConflict: () => setStatus(was => ({ ...was, conflict: null })),
    /** Saves the draft, or `merged`: the draft merged with `base`, which someone else stored. */
    async save(finish: (draft: Stored) => Stored, merged?: Omit<Editing, 'generation'>) {
      if (!editing) return;
      const { base, draft } = merged ?? editing;
      const finished = finish(draft);
      if (merged) setEditing({ ...editing, base, draft: finished });
      setStatus({ ...IDLE, saving: true });
      try {
        const outcome = await store.save(key, base, finished);
        if (outcome.kind === 'conflict') setStatus({ ...IDLE, conflict: outcome.theirs });
        else if (outcome.kind === 'too-large') setStatus({ ...IDLE, problem: outcome.text });
        else {
          // The page that loads again ends this one before it is drawn.
          unapplied.get(host)?.delete(key);
          begin(outcome.snapshot);
          onSaved();
        }
      } catch (error) {
        const { status: code, messages } = toFailure(error);
        const text = messages.join(' ');
        setStatus({ ...IDLE, problem: code === 403 ? `Forbidden. ${text}` : text });
      }
    },
  };
}

const isDirty = ({ base, draft }: Editing) => !sameJson(documentOf(base), draft);

/** Keeps an unapplied draft while the app is open, from the edit on, and asks before leaving the page. */
function useUnapplied(host: Host, key: SharedKey, editing: Editing | null): void {
  const draft = editing && isDirty(editing) ? editing : null;
  useEffect(() => {
    const drafts = unapplied.get(host) ?? new Map<SharedKey, Editing>();
    unapplied.set(host, drafts);
    if (draft) drafts.set(key, draft);
    else drafts.delete(key);
  }, [host, key, draft]);
  useAskBeforeUnload(() => draft !== null);
}
