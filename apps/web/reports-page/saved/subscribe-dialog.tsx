import './subscribe.css';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import type { ZoneId } from '@tallyboard/core/time/units.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import type { SavedAlerts } from '@tallyboard/hosts/saved/alerts.ts';
import type {
  ReportSubscriptions,
  SavedSubscription,
  SavedSubscriptions,
  Sendable,
} from '@tallyboard/hosts/saved/subscriptions.ts';
import { statusOf } from '@tallyboard/jira/errors.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { InputField, TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { showFlag, showProblem } from '@tallyboard/ui/feedback/flags.tsx';
import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useId, useRef, useState } from 'react';
import { CopyField } from '../../share/copy-field.tsx';
import { useFormer, useLoaded } from '../../use-loaded.ts';
import { recipientNames } from './recipient-names.ts';
import { RemoveButton } from './remove-button.tsx';
import { savedReportsOf } from './saved-store.ts';
import { useWhen, WhenFields } from './when-fields.tsx';

const OF_BOTH = [
  { value: 'none', label: 'None' },
  { value: 'xlsx', label: 'Excel (XLSX)' },
  { value: 'pdf', label: 'PDF' },
  { value: 'html', label: 'HTML' },
];
/** A table is of one report. */
const FILES = { dashboard: OF_BOTH, report: [...OF_BOTH, { value: 'csv', label: 'CSV' }] };

interface DialogProps {
  readonly host: Host;
  readonly zone: ZoneId;
  readonly dateFormat: string;
  readonly of: Sendable;
  readonly name: string;
  readonly onClose: () => void;
}

/** Subscribes people to a saved report or a dashboard, and shows who gets it. */
export default function SubscribeDialog(props: DialogProps) {
  const { subscriptions = null, alerts = null } = savedReportsOf(props.host) ?? {};
  if (subscriptions)
    return <ServerDialog {...props} subscriptions={subscriptions} alerts={alerts} />;
  return (
    <Modal title="Subscribe" onClose={props.onClose}>
      <p>
        This app has no server that could send mails. Subscriptions need a Tallyboard server of your
        own.
      </p>
    </Modal>
  );
}

interface ServerDialogProps extends DialogProps {
  readonly subscriptions: SavedSubscriptions;
  readonly alerts: SavedAlerts | null;
}

function ServerDialog(props: ServerDialogProps) {
  const { of, zone, name, onClose, subscriptions } = props;
  const { kind } = of;
  const loaded = useLoaded(of.id, (id, signal) => subscriptions.list({ kind, id }, signal));
  const { error, reload } = loaded;
  const known = useFormer(loaded.value);
  const form = useWhen(zone, props.alerts);
  const when = form.chosen;
  const [to, setTo] = useState<string | null>(null);
  const [issue, setIssue] = useState('');
  const [file, setFile] = useState<string>('none');
  const made = useRef<Secrets>({});
  const [secrets, setSecrets] = useState<Secrets | null>(null);
  const byIssue = known?.byIssue === true;
  const whom = to ?? known?.account ?? (byIssue ? 'watchers' : '');
  const names = recipientNames(whom);
  const add = async () => {
    made.current = await subscriptions.add(of, {
      ...when,
      to: names,
      file,
      ...(byIssue && { issue }),
    });
    showFlag({ kind: 'success', title: `Subscribed to ${name}` });
  };
  if (secrets) return <SecretsDialog secrets={secrets} onClose={onClose} />;
  return (
    <Modal
      title={`Subscribe to ${name}`}
      width="medium"
      onClose={() => (Object.keys(made.current).length > 0 ? setSecrets(made.current) : onClose())}
      confirm={{
        label: 'Subscribe',
        onConfirm: add,
        disabled: names.length === 0 || when === null || (byIssue && issue.trim() === ''),
      }}
    >
      {known && !known.mail && (
        <SectionMessage kind="warning">
          This server sends no mail until its administrator sets TALLYBOARD_SMTP_URL. Webhooks,
          Slack and Teams work without it.
        </SectionMessage>
      )}
      <div className="tb-subscribe">
        <WhenFields form={form} onlyTimes={byIssue} isStored={known?.eyes === false} />
        {byIssue ? (
          <InputField
            label="Issue"
            required
            value={issue}
            placeholder="OPS-12"
            onChange={({ target }) => setIssue(target.value)}
          />
        ) : (
          <ChoiceField label="Attachment" options={FILES[kind]} value={file} onChange={setFile} />
        )}
      </div>
      <TextField
        label="To"
        required
        rows={2}
        value={whom}
        onChange={setTo}
        help={byIssue ? HELP_BY_ISSUE : HELP}
      />
      {known === null && error === null && <p role="status">Loading</p>}
      {error !== null && <NotLoaded kind={kind} error={error} onRetry={reload} />}
      {known && <About known={known} of={of} subscriptions={subscriptions} reload={reload} />}
      {known && (
        <Existing
          {...props}
          known={known}
          reload={reload}
          timeText={at => formatInstant(at, zone, `${props.dateFormat} HH:mm`)}
        />
      )}
    </Modal>
  );
}

function Existing(props: DialogProps & Parts & Timed) {
  const { known, subscriptions, reload, timeText } = props;
  if (known.subscriptions.length === 0) return null;
  const title = `Subscriptions to this ${props.of.kind}`;
  return (
    <>
      <h3 className="tb-subscribe__head">{title}</h3>
      <ul className="tb-subscribe__list" aria-label={title}>
        {known.subscriptions.map(each => (
          <Item
            key={each.id}
            one={each}
            subscriptions={subscriptions}
            known={known}
            reload={reload}
            timeText={timeText}
          />
        ))}
      </ul>
    </>
  );
}

function NotLoaded(props: {
  readonly kind: Sendable['kind'];
  readonly error: unknown;
  readonly onRetry: () => void;
}) {
  const { kind, error, onRetry } = props;
  if (statusOf(error) === 404)
    return <p role="alert">Share the {kind} first: the app sends no others.</p>;
  return (
    <p role="alert">
      The subscriptions to this {kind} could not be loaded.{' '}
      <Button appearance="link" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}

const HELP =
  'E-mail addresses or names of accounts, separated by commas; for a chat slack:, teams: or webhook: and its address.';
const HELP_BY_ISSUE =
  'watchers, assignee or reporter of the issue, and names of groups and people, separated by commas. Jira mails them a notification of the issue within an hour of the time.';

type Secrets = Readonly<Record<string, string>>;

interface Timed {
  readonly timeText: (at: number) => string;
}

interface Parts {
  readonly known: ReportSubscriptions;
  readonly subscriptions: SavedSubscriptions;
  readonly reload: () => void;
}

/** What receivers of webhooks check signatures with. The server shows it once. */
function SecretsDialog(props: { readonly secrets: Secrets; readonly onClose: () => void }) {
  const [copied, setCopied] = useState<readonly string[]>([]);
  const secrets = Object.entries(props.secrets);
  const isWhole = secrets.every(([to]) => copied.includes(to));
  return (
    <Modal
      key="secrets"
      title="Copy the secret of the webhook"
      width="medium"
      onClose={props.onClose}
      losing={isWhole ? null : 'The secret is not shown again.'}
    >
      <p>Receivers check signatures with it. It is not shown again.</p>
      {secrets.map(([to, secret]) => (
        <CopyField key={to} label={to} value={secret} onCopied={() => setCopied([...copied, to])} />
      ))}
    </Modal>
  );
}

/** Whose figures are sent, and what is missing for it. */
function About({ known, of, subscriptions, reload }: Parts & Pick<DialogProps, 'of'>) {
  const { account, eyes, released, mayRelease, byIssue } = known;
  const toggle = () =>
    void subscriptions
      .setReleased(of, !released)
      .then(reload, showProblem('The release could not be changed'));
  const others = account === null ? 'Recipients get' : 'Recipients without an account here get';
  return (
    <div className="tb-subscribe__about tb-quiet">
      <p>
        {eyes
          ? "Everybody gets what the server's account may see in Jira. "
          : account !== null && 'Accounts get the figures that they may see. '}
        {released
          ? `${others} totals of three or more issues, and no issues.${byIssue ? ` The app computes them with its own rights. Rules of Jira Automation get them too, by the id ${of.id}.` : ''}`
          : `${others} nothing until ${mayRelease ? 'you release' : 'an administrator releases'} the ${of.kind}: then totals of three or more issues, and no issues.`}
      </p>
      {mayRelease && (
        <Button compact onClick={toggle}>
          {released ? 'End the release' : `Release the ${of.kind}`}
        </Button>
      )}
    </div>
  );
}

function Item({
  one,
  subscriptions,
  known,
  reload,
  timeText,
}: Parts & Timed & { readonly one: SavedSubscription }) {
  const { id, state, why, whenText, to, file, mine, owner } = one;
  const [shown, setShown] = useState(false);
  const what = useId();
  const run = (work: Promise<unknown>, told?: string) =>
    void work.then(() => {
      if (told) showFlag({ kind: 'success', title: told });
      reload();
    }, showProblem('The subscription could not be changed'));
  const me = to.find(({ name }) => name === known.account)?.name ?? null;
  const names = to.map(({ name, unsubscribed }) =>
    unsubscribed ? `${name} (unsubscribed)` : name,
  );
  const isPaused = state === 'paused';
  return (
    <li>
      <strong id={what}>{whenText}</strong>{' '}
      <span className="tb-quiet">
        {[
          ...(state === 'active' ? [] : [isPaused ? 'Paused' : `Ended: ${why}`]),
          names.join(', '),
          ...(file === null ? [] : [file.toUpperCase()]),
          ...(owner === null ? [] : [`by ${owner}`]),
        ].join(' · ')}
      </span>
      {mine && (
        <div className="tb-subscribe__actions">
          {state !== 'ended' && (
            <>
              <Button
                compact
                aria-describedby={what}
                onClick={() => {
                  // Opened again it has the test.
                  setShown(false);
                  run(subscriptions.test(id, me), 'The test is being sent: see History');
                }}
              >
                {me === null ? 'Send a test to all' : 'Send me a test'}
              </Button>
              <Button
                compact
                appearance="subtle"
                aria-describedby={what}
                onClick={() => run(subscriptions.setState(id, isPaused ? 'active' : 'paused'))}
              >
                {isPaused ? 'Resume' : 'Pause'}
              </Button>
            </>
          )}
          <Button
            compact
            appearance="subtle"
            aria-expanded={shown}
            aria-describedby={what}
            onClick={() => setShown(!shown)}
          >
            History
          </Button>
          <RemoveButton what={what} onRemove={() => run(subscriptions.remove(id))} />
        </div>
      )}
      {shown && <History id={id} subscriptions={subscriptions} timeText={timeText} />}
    </li>
  );
}

const MAX_SHOWN = 20;

function History({
  id,
  subscriptions,
  timeText,
}: { readonly id: string } & Timed & Pick<Parts, 'subscriptions'>) {
  const loaded = useLoaded(id, (of, signal) => subscriptions.history(of, signal));
  const { value: runs } = loaded;
  if (loaded.error !== null)
    return (
      <p role="alert">
        The history could not be loaded.{' '}
        <Button appearance="link" onClick={loaded.reload}>
          Try again
        </Button>
      </p>
    );
  if (!runs) return <p role="status">Loading</p>;
  if (runs.length === 0) return <p className="tb-quiet">Nothing was sent yet.</p>;
  const lines = runs.flatMap(({ due, messages, detail }) => {
    const at = timeText(Date.parse(due));
    if (messages.length === 0) return [`${at}: ${detail || 'nothing to send'}`];
    return messages.map(each =>
      [`${at}: ${each.to}, ${each.state}`, ...(each.detail === '' ? [] : [each.detail])].join('. '),
    );
  });
  return (
    <ul className="tb-subscribe__history tb-quiet">
      {[...new Set(lines)].slice(0, MAX_SHOWN).map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
