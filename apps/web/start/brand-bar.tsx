import './brand-bar.css';
import ThemeIcon from '@atlaskit/icon/core/theme';
import { Button, IconButton } from '@tallyboard/ui/controls/button.tsx';
import { SegmentedSwitch } from '@tallyboard/ui/controls/segmented-switch.tsx';
import { Popover } from '@tallyboard/ui/overlay/popover.tsx';
import { type ReactNode, useState } from 'react';
import {
  type ColorChoice,
  readColorChoice,
  showColorChoice,
  storeColorChoice,
} from './color-choice.ts';
import { readServerNote, type ServerNote } from './server-note.ts';

const CHOICES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const;

/** The head of our own pages; hosts have their own. */
export function BrandBar({ children }: { readonly children?: ReactNode }) {
  const [note] = useState(() => readServerNote());
  return (
    <>
      <header className="tb-row tb-brand tb-no-print">
        <a className="tb-brand__name" href="/">
          <img src="/icon.svg" alt="" width="24" height="24" />
          <span className="tb-brand__word">Tallyboard</span>
        </a>
        <nav aria-label="Tallyboard" className="tb-brand__links">
          <a href="/dashboards">Dashboards</a>
          <a href="/reports">Reports</a>
          <a href="/docs">Documentation</a>
        </nav>
        {children}
        <SignedIn note={note} />
        <ColorMenu />
      </header>
      {note?.user != null && !note.linked && <NotLinked user={note.user} role={note.role} />}
    </>
  );
}

function NotLinked({ user, role }: Pick<ServerNote, 'user' | 'role'>) {
  return (
    <p className="tb-brand__note tb-no-print" role="note">
      Your account is not linked to a user of Jira: you see only what everybody may see.{' '}
      {role === 'admin' ? (
        <>
          Link it on the server: <code>tallyboard account {user} --jira ACCOUNT-ID</code>
        </>
      ) : (
        'Ask an administrator to link it.'
      )}
    </p>
  );
}

/** The signed-in user and sign-out, on a server with sign-in. */
function SignedIn({ note }: { readonly note: ServerNote | null }) {
  if (note?.user == null) return null;
  return (
    <form method="post" action="/sign-out" className="tb-line">
      <a href="/account" dir="auto">
        {note.user}
      </a>
      {note.role && <span className="tb-quiet">{note.role}</span>}
      <input type="hidden" name="token" value={note.token} />
      <Button type="submit" appearance="subtle">
        Sign out
      </Button>
    </form>
  );
}

function ColorMenu() {
  const [choice, setChoice] = useState(readColorChoice);
  const change = (next: ColorChoice) => {
    setChoice(next);
    storeColorChoice(next);
    showColorChoice(next);
  };
  return (
    <Popover
      label="Colours"
      side="bottom-end"
      trigger={props => <IconButton {...props} icon={ThemeIcon} label="Colours" />}
    >
      <div className="tb-popover__body">
        <SegmentedSwitch label="Colours" options={CHOICES} value={choice} onChange={change} />
      </div>
    </Popover>
  );
}
