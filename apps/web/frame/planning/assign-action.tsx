import type { Assignable } from '@tallyboard/core/model/edit.ts';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { Avatar } from '@tallyboard/ui/issue/avatar.tsx';
import { useDeferredValue, useState } from 'react';
import { useSession } from '../../start/session.ts';
import { useLoaded } from '../../use-loaded.ts';
import { ActionChoices, ActionState } from './action-popover.tsx';

/** People whom issues of the project can be assigned to, by the start of their name. */
export function AssignAction(props: {
  readonly project: string;
  readonly onSelect: (to: Assignable | null) => void;
}) {
  const { project, onSelect } = props;
  const { engine } = useSession();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const { value: people, error } = useLoaded(wanted, async (text, signal) => {
    await pause(text === '' ? 0 : TYPING_MS, signal);
    return engine.assignable({ project, text }, { signal });
  });
  return (
    <>
      <TextField label="Find people" type="search" value={text} onChange={setText} />
      {people === null ? (
        <ActionState error={error} loading="Loading people" failed="People could not be loaded." />
      ) : (
        <ActionChoices
          choices={[
            ...people.map(person => ({
              id: person.login,
              label: (
                <>
                  <Avatar name={person.user.name} url={person.user.avatarUrl} />
                  <span dir="auto">{person.user.name}</span>
                </>
              ),
              onSelect: () => onSelect(person),
            })),
            { id: '', label: 'Unassigned', onSelect: () => onSelect(null) },
          ]}
        />
      )}
    </>
  );
}

/** Letters typed within this time make one request. */
const TYPING_MS = 250;

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
