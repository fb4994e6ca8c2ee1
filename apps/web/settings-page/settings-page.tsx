import './settings-page.css';
import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { useMemo } from 'react';
import { canDisableStandard } from '../start/edition.ts';
import { pageClient } from '../start/page-client.ts';
import { useSession } from '../start/session.ts';
import { EditionPane } from './edition-pane.tsx';
import { FieldsForm } from './fields-form.tsx';
import { GlobalForm } from './global-form.tsx';
import { createSettingsStore } from './settings-store.ts';

export interface SettingsPageProps {
  /** Opens the fields of 'Issues By'. */
  readonly fields: boolean;
}

/** The settings that all users share: admins alone see this page. */
export default function SettingsPage({ fields }: SettingsPageProps) {
  const { host, site, edition, now } = useSession();
  const store = useMemo(() => {
    return createSettingsStore({ client: pageClient(host), editor: site.currentUser, now });
  }, [host, site.currentUser, now]);
  return (
    <div className="tb-settings">
      <h2>Global App Settings</h2>
      <SectionMessage kind="warning" title="These settings affect all users of the app">
        They are the defaults of every report. Changes made in a report are not saved here.
      </SectionMessage>
      <GlobalForm store={store} />
      {edition.standardFeatures && <FieldsForm store={store} open={fields} />}
      {canDisableStandard(edition) && <EditionPane store={store} />}
    </div>
  );
}
