import { toFailure } from '@tallyboard/engine/failure.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import type { Stored } from '@tallyboard/reports/catalogue/site-settings.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../start/session.ts';
import type { SettingsStore, SharedKey } from './settings-store.ts';
import { documentOf, type Snapshot, sameJson } from './snapshot.ts';

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
  /** The value that someone else stored. */
  readonly conflict: Snapshot | null;
}

const IDLE: Status = { saving: false, problem: null, conflict: null };

/** Unapplied drafts, kept while other tabs are open. */
const unapplied = new WeakMap<Host, Map<SharedKey, Editing>>();

/** A shared setting while it is edited; `editing` is null until it is read. */
export function useSharedSetting(store: SettingsStore, key: SharedKey, onSaved: () => void) {
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
  const reload = useCallback(async () => {
    setEditing(null);
    setStatus(IDLE);
    try {
      begin(await store.read(key));
    } catch (error) {
      setStatus({ ...IDLE, problem: toFailure(error).messages.join(' ') });
    }
  }, [store, key, begin]);
  useEffect(() => {
    if (!latest.current) void reload();
  }, [reload]);
  useUnapplied(host, key, latest);

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

/** Keeps an unapplied draft while the app is open, and asks before leaving the page. */
function useUnapplied(
  host: Host,
  key: SharedKey,
  latest: { readonly current: Editing | null },
): void {
  useEffect(() => {
    const draftOf = () => (latest.current && isDirty(latest.current) ? latest.current : null);
    const ask = (event: BeforeUnloadEvent) => {
      if (draftOf()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      const drafts = unapplied.get(host) ?? new Map<SharedKey, Editing>();
      unapplied.set(host, drafts);
      const draft = draftOf();
      if (draft) drafts.set(key, draft);
      else drafts.delete(key);
    };
  }, [host, key, latest]);
}
