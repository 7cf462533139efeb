import { readEnvironmentAccess } from "@plumbline/aws/access/environment-access.ts";
import { type Clock, systemRandom } from "@plumbline/core/clock/clock.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { createTrustContext } from "@plumbline/core/egress/trust-context.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { VERSION } from "@plumbline/http/version.ts";
import { checkIssuer } from "@plumbline/service/doctor/check-issuer.ts";
import { checkModels } from "@plumbline/service/doctor/check-model.ts";
import { checkProviders } from "@plumbline/service/doctor/check-providers.ts";
import { checkReader } from "@plumbline/service/doctor/check-reader.ts";
import { checkSearch } from "@plumbline/service/doctor/check-search.ts";
import { checkTime } from "@plumbline/service/doctor/check-time.ts";
import { type DoctorFinding, reportProblem, reportWell } from "@plumbline/service/doctor/finding.ts";
import { type Environment, readSettings, type Settings } from "@plumbline/service/settings/read-settings.ts";
import { readExtraCertificates } from "../server/extra-certificates.ts";
import { checkDataFolder, findOpenFile } from "./check-data-folder.ts";
import { checkNode, checkRunning } from "./check-running.ts";

/**
 * Checks everything that `plumbline serve` needs, with real requests: settings, versions, disk, store, keys,
 * providers, search, model, issuer and the clock. Works whether or not the service is running, and changes
 * nothing. Never throws for a problem that it finds.
 */
export async function runDoctor(environment: Environment, clock: Clock): Promise<DoctorFinding[]> {
  const versions = [
    checkNode(process.version),
    reportWell({ area: "versions", name: "Plumbline" }, `This is version ${VERSION}.`),
  ];
  const place = { area: "settings", name: "settings" } as const;
  try {
    const settings = readSettings(environment);
    const certificates = readExtraCertificates(settings.extraCaFile);
    const [folder, running, reach] = await Promise.all([
      checkDataFolder(settings.dataDir, settings.stage, clock),
      checkRunning(settings.dataDir, settings.host, settings.port),
      checkReach(settings, certificates, environment, clock),
    ]);
    return [
      reportWell(place, "All settings can be read."),
      ...findOpenFile(".env", ".env"),
      ...versions,
      ...folder,
      running,
      ...reach,
    ];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const wrong = reportProblem(
      place,
      error.message,
      "Set each one as the message says. docs/settings.md lists them all.",
    );
    // Invalid settings prevent all other checks except that of the data folder.
    const { DATA_DIR, STAGE } = environment;
    return [
      wrong,
      ...versions,
      ...(await checkDataFolder(DATA_DIR || ".plumbline", STAGE || "local", clock)),
    ];
  }
}

async function checkReach(
  settings: Settings,
  extraCertificates: string | undefined,
  environment: Environment,
  clock: Clock,
): Promise<DoctorFinding[]> {
  const egress = openEgress({ clock, allow: settings.egressAllow, extraCertificates });
  const modelPorts = {
    http: egress.providerStreams,
    clock,
    random: systemRandom,
    aws: readEnvironmentAccess(environment),
  };
  try {
    const secureContext = createTrustContext(extraCertificates);
    const [providers, search, models, reader, issuer] = await Promise.all([
      checkProviders({ endpoints: settings.providers, http: egress.provider, secureContext, clock }),
      checkSearch(settings.search, egress.provider),
      checkModels(settings.model, modelPorts),
      checkReader(settings, modelPorts),
      checkIssuer(settings.issuer, { http: egress.provider, guarded: egress.guarded }),
    ]);
    const skews = providers.flatMap(({ skewMs }) => (skewMs === undefined ? [] : [skewMs]));
    return [
      ...providers.map(({ finding }) => finding),
      ...search,
      ...models,
      ...reader,
      ...issuer,
      checkTime(skews),
    ];
  } finally {
    await egress.close();
  }
}
