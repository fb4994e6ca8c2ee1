import './how-computed.css';
import { describeDone } from '@tallyboard/core/model/done.ts';
import type { Field, SpecialFields } from '@tallyboard/core/model/field.ts';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import { CoverageBadge } from '@tallyboard/ui/feedback/coverage-badge.tsx';
import { OutLink } from '@tallyboard/ui/issue/key-link.tsx';
import { Drawer } from '@tallyboard/ui/overlay/drawer.tsx';
import { useSession } from '../start/session.ts';
import type { ReportSnapshot } from './report-run.ts';

export default function HowComputed(props: {
  readonly shown: ReportSnapshot;
  /** In place of those of the site, while names are made up. */
  readonly fields?: readonly Field[] | null;
  readonly jqlUrl: string;
  readonly onClose: () => void;
}) {
  const { shown, jqlUrl, onClose } = props;
  const { site } = useSession();
  const fields = props.fields ?? site.fields;
  const { context, loaded, computed, request } = shown;
  return (
    <Drawer
      title="How computed"
      subtitle={request.report.title(request.settings, fields)}
      onClose={onClose}
    >
      <p className="tb-how__part">{request.report.tips}</p>
      <h3>Data</h3>
      <dl className="tb-how__part tb-how__facts">
        <dt>Query</dt>
        <dd>
          <p>
            <code>{request.jql || '(empty: all issues)'}</code>
          </p>
          {jqlUrl !== '' && <OutLink url={jqlUrl}>Open in Jira</OutLink>}
        </dd>
        <dt>Fetched</dt>
        <dd>{formatInstant(loaded.fetchedAt, context.zone, `${context.dateFormat} HH:mm:ss Z`)}</dd>
        {context.past && (
          <>
            <dt>As of</dt>
            <dd>{formatInstant(context.asOf, context.zone, `${context.dateFormat} HH:mm:ss Z`)}</dd>
          </>
        )}
        <dt>Time zone</dt>
        <dd>{context.zone}</dd>
        <dt>Working time</dt>
        <dd>
          {context.hoursPerDay} hours a day, {context.daysPerWeek} days a week
        </dd>
        {computed.done && (
          <>
            <dt>Done</dt>
            <dd>
              {describeDone(computed.done.rule)}
              {computed.done.own ? ' (report setting)' : ' (site setting)'}
            </dd>
          </>
        )}
        <dt>Story points</dt>
        <dd>{pointsFields(site.special, fields)}</dd>
        <dt>Coverage</dt>
        <dd>
          <CoverageBadge coverage={loaded.coverage} />
        </dd>
      </dl>
      <h3>Notes</h3>
      {computed.notes.length === 0 ? (
        <p className="tb-how__part">No data issues</p>
      ) : (
        <ul className="tb-stack tb-how__part">
          {computed.notes.map(note => (
            <li key={`${note.code} ${note.text}`}>{note.text}</li>
          ))}
        </ul>
      )}
      <h3>Definitions</h3>
      <dl className="tb-how__part tb-how__definitions">
        {computed.definitions.map(({ figure, text }) => (
          <div key={`${figure} ${text}`}>
            <dt>{figure}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Drawer>
  );
}

function pointsFields(
  { storyPoints, storyPointEstimate }: SpecialFields,
  fields: readonly Field[],
): string {
  const ids = [...storyPoints, ...storyPointEstimate];
  const names = ids.map(id => {
    const field = fields.find(each => each.id === id);
    return field ? `${field.name} (${id})` : id;
  });
  return names.length > 0 ? names.join(', ') : 'No story points field on this site';
}
