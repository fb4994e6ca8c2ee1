import '../../share/share-dialog.css';
import './display-link-dialog.css';
import type { Host } from '@tallyboard/hosts/host.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { InputField, TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { messageOf } from '@tallyboard/ui/feedback/flags.tsx';
import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useState } from 'react';
import { readServerNote } from '../../start/server-note.ts';
import { useFormer, useLoaded } from '../../use-loaded.ts';
import {
  type DisplayLink,
  fetchDisplayLinks,
  makeDisplayLink,
  revokeDisplayLink,
} from '../dashboards-api.ts';

/** Makes, lists and revokes the links that open a dashboard as a wall without a sign-in. */
export default function DisplayLinkDialog(props: {
  readonly host: Pick<Host, 'request'>;
  readonly dashboardId: string;
  readonly onClose: () => void;
}) {
  const { host, dashboardId, onClose } = props;
  const [name, setName] = useState('');
  const [made, setMade] = useState<{ readonly name: string; readonly url: string } | null>(null);
  const [isCopied, setIsCopied] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { value, error, reload } = useLoaded(dashboardId, (id, signal) =>
    fetchDisplayLinks(host, id, signal),
  );
  const links = useFormer(value)?.filter(({ revoked }) => revoked === null);
  const change = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(null);
    await work().catch((failure: unknown) => setProblem(messageOf(failure)));
    setBusy(false);
    reload();
  };
  const make = () =>
    change(async () => {
      const { path } = await makeDisplayLink(host, dashboardId, name.trim());
      setMade({ name: name.trim(), url: location.origin + path });
      setIsCopied(false);
      setName('');
    });
  const canMake = name.trim() !== '' && !busy;
  const revoke = ({ id }: DisplayLink) => change(() => revokeDisplayLink(host, id));
  return (
    <Modal
      title="Display link"
      onClose={onClose}
      losing={made && !isCopied ? `The link of ${made.name} is not shown again.` : null}
      width="medium"
    >
      <div className="tb-stack tb-display-link">
        <p>
          Opens this dashboard as a wallboard on a screen where nobody signs in: its gadgets with
          their stored settings, no lists of issues. Everyone with the link sees it.
        </p>
        <p>{rightsText()}</p>
        <div>
          <TextField
            label="Name"
            help="Where the screen is."
            value={name}
            onChange={setName}
            onEnter={() => canMake && void make()}
          />
        </div>
        <div>
          <Button disabled={!canMake} onClick={() => void make()}>
            Make a link
          </Button>
        </div>
        {made && <MadeLink key={made.url} {...made} onCopied={() => setIsCopied(true)} />}
        {problem !== null && (
          <div role="alert">
            <SectionMessage kind="error">{problem}</SectionMessage>
          </div>
        )}
        {error !== null && (
          <SectionMessage kind="warning">The links could not be loaded.</SectionMessage>
        )}
        {links && links.length > 0 && <LinkList links={links} busy={busy} onRevoke={revoke} />}
      </div>
    </Modal>
  );
}

const rightsText = () =>
  readServerNote()?.site
    ? "It shows what this server's token sees in Jira, and ends when you revoke it, or when your account, your role or the share of the dashboard ends."
    : 'It shows what you may see, and ends when you revoke it, or when your account, your role or the share of the dashboard ends.';

function MadeLink(props: {
  readonly name: string;
  readonly url: string;
  readonly onCopied: () => void;
}) {
  const { name, url, onCopied } = props;
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => {
        setCopied(true);
        onCopied();
      },
      () => setCopied(false),
    );
  return (
    <SectionMessage kind="success" title={`Copy the link of ${name} now. It is not shown again.`}>
      <InputField
        label={`Link of ${name}`}
        hideLabel
        readOnly
        value={url}
        onFocus={event => event.target.select()}
        onCopy={onCopied}
      />
      <div className="tb-row tb-display-link__copy">
        <Button onClick={() => void copy()}>Copy</Button>
        <span role="status">
          {copied === true && 'Copied'}
          {copied === false && 'The browser did not copy it: select the link and copy it.'}
        </span>
      </div>
    </SectionMessage>
  );
}

function LinkList(props: {
  readonly links: readonly DisplayLink[];
  readonly busy: boolean;
  readonly onRevoke: (link: DisplayLink) => void;
}) {
  const { links, busy, onRevoke } = props;
  return (
    <ul className="tb-stack tb-shares" aria-label="Links of this dashboard">
      {links.map(link => (
        <li key={link.id} className="tb-line">
          <span className="tb-shares__name" dir="auto">
            {link.name}
            <span className="tb-quiet">
              {' '}
              by {link.owner}, {link.used === null ? 'not used' : `last used ${dayOf(link.used)}`}
            </span>
          </span>
          <Button
            compact
            disabled={busy}
            aria-label={`Revoke ${link.name}`}
            onClick={() => onRevoke(link)}
          >
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  );
}

const dayOf = (iso: string) => new Date(iso).toLocaleDateString();
