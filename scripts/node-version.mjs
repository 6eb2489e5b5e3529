/**
 * Which Node versions work: 20 from 20.19 and 22 from 22.12, as `engines` in package.json says (contract.md, Commands).
 *
 * @param {string} version such as "22.12.0".
 * @returns {string | undefined} a sentence that says what to do, or undefined when the version fits.
 */
export function nodeProblem(version) {
  const [major, minor] = version.split(".").map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12)) return undefined;
  return `Longevity Leaders runs on Node.js 20 (from 20.19) and 22 (from 22.12), and this is Node.js ${version}: please install one of those and run the command again.`;
}
