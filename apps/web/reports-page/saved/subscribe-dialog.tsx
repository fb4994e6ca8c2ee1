import './subscribe.css';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import type {
  ReportSubscriptions,
  SavedSubscription,
  SavedSubscriptions,
} from '@tallyboard/hosts/saved/subscriptions.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { InputField, TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { showFlag, showProblem } from '@tallyboard/ui/feedback/flags.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useState } from 'react';
import { useSession } from '../../start/session.ts';
import { useLoaded } from '../../use-loaded.ts';
import { savedReportsOf } from './saved-store.ts';

const WHEN = [
  { value: '* * 1-5', label: 'Monday to Friday' },
  { value: '* * *', label: 'Every day' },
  ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
    (day, at) => ({ value: `* * ${(at + 1) % 7}`, label: `Every ${day}` }),
  ),
  { value: '1 * *', label: 'First day of each month' },
  { value: 'L * *', label: 'Last day of each month' },
  { value: 'sprint-closed', label: 'When a sprint is closed' },
] as const;
const isEvent = (when: string) => when === 'sprint-closed';

const FILES = [
  { value: 'none', label: 'None' },
  { value: 'xlsx', label: 'Excel (XLSX)' },
  { value: 'csv', label: 'CSV' },
  { value: 'pdf', label: 'PDF' },
  { value: 'html', label: 'HTML' },
] as const;

interface DialogProps {
  readonly report: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Subscribes people to a saved report, and shows who gets it. */
export default function SubscribeDialog(props: DialogProps) {
  const { host } = useSession();
  const subscriptions = savedReportsOf(host)?.subscriptions ?? null;
  if (subscriptions) return <ServerDialog {...props} subscriptions={subscriptions} />;
  return (
    <Modal title="Subscribe" onClose={props.onClose}>
      <p>
        This app has no server that could send mails. Subscriptions need a Tallyboard server of your
        own.
      </p>
    </Modal>
  );
}

function ServerDialog(props: DialogProps & { readonly subscriptions: SavedSubscriptions }) {
  const { report, name, onClose, subscriptions } = props;
  const { zone } = useSession();
  const { value: known, reload } = useLoaded(report, (id, signal) =>
    subscriptions.list(id, signal),
  );
  const [when, setWhen] = useState<string>('* * 1');
  const [time, setTime] = useState('08:00');
  const [to, setTo] = useState<string | null>(null);
  const [file, setFile] = useState<string>('none');
  const [, hour = '', minute = ''] = /^(\d{1,2}):(\d{2})$/.exec(time) ?? [];
  const isTime = Number(hour) < 24 && Number(minute) < 60 && hour !== '';
  const whom = to ?? known?.account ?? '';
  const names = whom
    .split(/[,\n]/)
    .map(each => each.trim())
    .filter(each => each !== '');
  const add = async () => {
    const schedule = { cron: `${Number(minute)} ${Number(hour)} ${when}`, zone };
    await subscriptions.add(report, {
      ...(isEvent(when) ? { event: when } : schedule),
      to: names,
      file,
    });
    showFlag({ kind: 'success', title: `Subscribed to ${name}` });
  };
  return (
    <Modal
      title={`Subscribe to ${name}`}
      width="medium"
      onClose={onClose}
      confirm={{
        label: 'Subscribe',
        onConfirm: add,
        disabled: names.length === 0 || !(isTime || isEvent(when)),
      }}
    >
      <div className="tb-subscribe">
        <ChoiceField label="When" options={WHEN} value={when} onChange={setWhen} />
        {!isEvent(when) && (
          <InputField
            label={`Time (${zone})`}
            value={time}
            error={isTime ? undefined : 'Hours and minutes, such as 08:00.'}
            onChange={({ target }) => setTime(target.value)}
          />
        )}
        <ChoiceField label="Attachment" options={FILES} value={file} onChange={setFile} />
      </div>
      <TextField
        label="To"
        required
        rows={2}
        value={whom}
        onChange={setTo}
        help="Accounts, e-mail addresses, webhook:URL, slack:URL, teams:URL; separated by commas."
      />
      {known && (
        <About known={known} report={report} subscriptions={subscriptions} reload={reload} />
      )}
      {known && known.subscriptions.length > 0 && (
        <ul className="tb-subscribe__list" aria-label="Subscriptions to this report">
          {known.subscriptions.map(each => (
            <Item
              key={each.id}
              one={each}
              subscriptions={subscriptions}
              known={known}
              reload={reload}
            />
          ))}
        </ul>
      )}
    </Modal>
  );
}

interface Parts {
  readonly known: ReportSubscriptions;
  readonly subscriptions: SavedSubscriptions;
  readonly reload: () => void;
}

/** Whose figures are sent, and what is missing for it. */
function About({ known, report, subscriptions, reload }: Parts & { readonly report: string }) {
  const { mail, eyes, released, mayRelease } = known;
  const toggle = () =>
    void subscriptions
      .setReleased(report, !released)
      .then(reload, showProblem('The release could not be changed'));
  return (
    <div className="tb-quiet">
      <p>
        {eyes
          ? "Everybody gets what the server's account may see in Jira."
          : 'Each account gets the figures that it may see.'}{' '}
        {released
          ? 'Others get aggregates of three or more issues.'
          : 'Others get nothing until an administrator releases this report.'}
      </p>
      {!mail && <p>No mail is set up on this server. Ask its administrator.</p>}
      {mayRelease && (
        <Button compact onClick={toggle}>
          {released ? 'End the release' : 'Release to recipients without an account'}
        </Button>
      )}
    </div>
  );
}

function Item({ one, subscriptions, known, reload }: Parts & { readonly one: SavedSubscription }) {
  const { id, state, why, whenText, to, file, mine, owner } = one;
  const [shown, setShown] = useState(false);
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
      <strong>{whenText}</strong>{' '}
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
                onClick={() => run(subscriptions.test(id, me), 'A test is being sent')}
              >
                {me === null ? 'Send a test to all' : 'Send me a test'}
              </Button>
              <Button
                compact
                appearance="subtle"
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
            onClick={() => setShown(!shown)}
          >
            History
          </Button>
          <Button compact appearance="subtle" onClick={() => run(subscriptions.remove(id))}>
            Remove
          </Button>
        </div>
      )}
      {shown && <History id={id} subscriptions={subscriptions} />}
    </li>
  );
}

const MAX_SHOWN = 20;

function History({ id, subscriptions }: { readonly id: string } & Pick<Parts, 'subscriptions'>) {
  const { zone, site } = useSession();
  const { value: runs } = useLoaded(id, (of, signal) => subscriptions.history(of, signal));
  if (!runs) return <p role="status">Loading</p>;
  if (runs.length === 0) return <p className="tb-quiet">Nothing was sent yet.</p>;
  const lines = runs.flatMap(({ due, messages, detail }) => {
    const at = formatInstant(Date.parse(due), zone, `${site.settings.dateFormat} HH:mm`);
    if (messages.length === 0) return [`${at}: ${detail || 'nothing to send'}`];
    return messages.map(each =>
      [`${at}: ${each.to}, ${each.state}`, ...(each.detail === '' ? [] : [each.detail])].join('. '),
    );
  });
  return (
    <ul className="tb-quiet">
      {lines.slice(0, MAX_SHOWN).map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
