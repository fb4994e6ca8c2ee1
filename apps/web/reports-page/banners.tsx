import InformationIcon from '@atlaskit/icon/core/status-information';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import type { ReactNode } from 'react';

/** What the reader should know about the edition: that this is a demo, that Lite is not all there is. */
export function Banners({ info }: { readonly info: HostInfo }) {
  return (
    <>
      {info.demo && (
        <Banner>
          You are looking at a demo: every project, person and number here is made up.{' '}
          <a href="/docs">Install Tallyboard</a> to see your own.
        </Banner>
      )}
      {info.edition === 'lite' && (
        <Banner>
          You are using Tallyboard Lite, which shows the Overview. Breakdowns and all other reports
          are part of <a href="/docs?app=reports">Tallyboard Standard</a>.
        </Banner>
      )}
    </>
  );
}

function Banner({ children }: { readonly children: ReactNode }) {
  return (
    <div className="tb-banner tb-no-print" role="note">
      <InformationIcon label="" color="currentColor" />
      <p>{children}</p>
    </div>
  );
}
