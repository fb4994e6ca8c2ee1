import '../../share/share-dialog.css';
import './display-link-dialog.css';
import type { Host } from '@tallyboard/hosts/host.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { messageOf } from '@tallyboard/ui/feedback/flags.tsx';
import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useId, useState } from 'react';
import { RemoveButton } from '../../reports-page/saved/remove-button.tsx';
import { CopyField } from '../../share/copy-field.tsx';
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
  const [made, setMade] = useState<readonly Made[]>([]);
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
      const link = { name: name.trim(), url: location.origin + path, isCopied: false };
      setMade(former => [...former.filter(each => !each.isCopied), link]);
      setName('');
    });
  const copied = (url: string) =>
    setMade(all => all.map(each => (each.url === url ? { ...each, isCopied: true } : each)));
  const notCopied = made.find(each => !each.isCopied);
  const canMake = name.trim() !== '' && !busy;
  const revoke = ({ id }: DisplayLink) => change(() => revokeDisplayLink(host, id));
  return (
    <Modal
      title="Display link"
      onClose={onClose}
      losing={notCopied ? `The link of ${notCopied.name} is not shown again.` : null}
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
        {made.map(({ name, url }) => (
          <MadeLink key={url} name={name} url={url} onCopied={() => copied(url)} />
        ))}
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

interface Made {
  readonly name: string;
  readonly url: string;
  readonly isCopied: boolean;
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
  return (
    <SectionMessage kind="success" title={`Copy the link of ${name} now. It is not shown again.`}>
      <CopyField label={`Link of ${name}`} hideLabel value={url} onCopied={onCopied} />
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
        <LinkItem key={link.id} link={link} busy={busy} onRevoke={() => onRevoke(link)} />
      ))}
    </ul>
  );
}

function LinkItem(props: {
  readonly link: DisplayLink;
  readonly busy: boolean;
  readonly onRevoke: () => void;
}) {
  const { name, owner, used } = props.link;
  const id = useId();
  return (
    <li className="tb-line">
      <span className="tb-shares__name" id={id} dir="auto">
        {name}
        <span className="tb-quiet">
          {' '}
          by {owner}, {used === null ? 'not used' : `last used ${dayOf(used)}`}
        </span>
      </span>
      <RemoveButton action="Revoke" what={id} busy={props.busy} onRemove={props.onRevoke} />
    </li>
  );
}

const dayOf = (iso: string) => new Date(iso).toLocaleDateString();
