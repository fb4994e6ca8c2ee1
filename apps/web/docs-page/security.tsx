/** How the app is built so that it can be trusted, and what is where. */
export default function Security() {
  return (
    <>
      <h2>Rights</h2>
      <p>
        Inside Jira, Tallyboard sees what its reader sees: every request is made as the reader, and
        Jira decides. A figure on a dashboard is therefore about the issues that the one who looks
        may see. The reports write nothing into issues, and the app for Jira Cloud (Forge) asks for
        no right to write.
      </p>
      <h2>Where it runs</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Place</th>
            <th scope="col">Who serves the pages</th>
            <th scope="col">Where settings are</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Jira Cloud, Forge</th>
            <td>Atlassian</td>
            <td>With the dashboard; shared ones in the app's storage at Atlassian</td>
          </tr>
          <tr>
            <th scope="row">Jira Cloud, Connect</th>
            <td>Your Tallyboard server</td>
            <td>In properties of Jira</td>
          </tr>
          <tr>
            <th scope="row">Jira Data Center</th>
            <td>Your Jira</td>
            <td>With the dashboard, in Jira</td>
          </tr>
          <tr>
            <th scope="row">Your own server</th>
            <td>Your Tallyboard server</td>
            <td>In its SQLite file or PostgreSQL</td>
          </tr>
        </tbody>
      </table>
      <h2>In the page</h2>
      <ul>
        <li>
          A content security policy: no scripts but the app's own files, no plug-ins, no other
          frames.
        </li>
        <li>
          HTML in a text gadget loses everything that runs, loads a page, asks for input or leaves
          its place.
        </li>
        <li>
          Cells of a CSV file that a spreadsheet would run as a formula begin with an apostrophe.
        </li>
        <li>
          Names and choices go into queries quoted; a value cannot become a part of the query.
        </li>
        <li>Links that come from data lead to web addresses alone.</li>
      </ul>
      <h2>On your own server, in front of a real Jira</h2>
      <ul>
        <li>
          Requests are made with the credential that the owner of the server gave it: everybody whom
          the server lets in sees what that credential may see. A mirror likewise holds copies for
          everybody whom it lets in, without the permissions of Jira.
        </li>
        <li>
          It listens on this machine alone until you say otherwise; elsewhere it demands sign-in.
        </li>
        <li>
          In front of a real Jira it forwards only the calls that the reports make, and adds the
          credential where no browser sees it. The credential is stored encrypted and never written
          to a log.
        </li>
        <li>Changes carry a token against forged requests, and leave a line in the audit.</li>
      </ul>
      <h2 id="errors">Error reports</h2>
      <p>
        Off unless whoever runs the server names a service (Sentry, or one that speaks like it).
        Then an error in the app's own code is sent to that server, which hands it on. A report
        holds the kind of the error, the places in our code where it happened, the version, the kind
        of Jira, and the address of the site around the page. Its text is freed of everything in
        quotation marks, of issue keys, addresses, e-mail addresses and numbers. It never holds a
        query, an answer of Jira, a name, a setting, or what an address says after its question
        mark.
      </p>
      <p>
        Not reported: calls that got no answer, refusals of Jira that the page tells of itself, and
        errors inside Jira's own scripts.
      </p>
      <h2>Telling us of a weakness</h2>
      <p>
        Please tell the vendor in private first, by the support address of the marketplace listing,
        with steps that show it.
      </p>
    </>
  );
}
