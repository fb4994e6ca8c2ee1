import { writeFileSync } from 'node:fs';

/** Writes the skipped tests with their reasons to the file that TALLYBOARD_SKIPPED names. */
export default class SkippedReporter {
  onTestRunEnd(modules) {
    const lines = modules.flatMap(module =>
      [...module.children.allTests('skipped')].map(
        test => `${module.relativeModuleId} > ${test.name}: ${test.result().note ?? 'no reason'}`,
      ),
    );
    writeFileSync(process.env.TALLYBOARD_SKIPPED, JSON.stringify(lines));
  }
}
