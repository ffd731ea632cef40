import type { Strings } from "../en";

export const connectionTest: Strings["connectionTest"] = {
  title: "Verbindung testen",
  text: "Ermittelt, was nicht funktioniert: Name, Firewall, Proxy, Zertifikat, Dienst oder Zugangsdaten.",
  workspace: "Arbeitsbereich",
  start: "Verbindung testen",
  again: "Erneut testen",
  cancel: "Abbrechen",
  copy: "Als Text kopieren",
  copied: "Das Ergebnis wurde kopiert",
  steps: {
    dns: "Name (DNS)",
    tcp: "Verbindung (TCP)",
    proxy: "Proxy",
    tls: "Zertifikat (TLS)",
    service: "Dienst",
    clock: "Uhr",
    credentials: "Zugangsdaten",
    storage: "Speicher der Uploads",
  },
  remedies: {
    dns: "Prüfen Sie die Adresse. Wenn andere Seiten funktionieren, ist der Name vielleicht nur in einem Firmennetz (VPN) bekannt.",
    tcp: "Unter dieser Adresse antwortet nichts. Prüfen Sie Adresse und Port, oder fragen Sie Ihre Administration, ob eine Firewall sie sperrt.",
    proxy: "Prüfen Sie den Proxy weiter oben.",
    tls: "Der Server stellt keine TLS-Verbindung her. Prüfen Sie, ob die Adresse die des Dienstes ist.",
    service:
      "Der Host ist erreichbar, aber der Dienst antwortet nicht wie erwartet. Hat das Netzwerk eine Anmeldeseite, melden Sie sich im Browser an. Prüfen Sie sonst die Adresse, oder versuchen Sie es später erneut.",
    clock:
      "Stellen Sie die Uhr dieses Computers. Mit falscher Zeit gelten Zertifikate und Upload-Adressen als abgelaufen.",
    credentials: "Ersetzen Sie die Zugangsdaten des Arbeitsbereichs.",
    storage:
      "Uploads werden an diesen Host gesendet. Bitten Sie Ihre Administration, ihn in Firewall oder Proxy zu erlauben.",
  },
  skipped: "Nicht getestet",
  running: "Wird getestet…",
  cancelled: "Abgebrochen",
  good: "Alle Schritte waren erfolgreich.",
  bad: (step) => `Fehlgeschlagen: ${step}`,
  failedAfter: (duration) => `Fehlgeschlagen nach ${duration}`,
  clockOff: (difference) => `Die Uhr dieses Computers weicht um ${difference} ab`,
};
