package io.tidemark.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.sql.Connection;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import net.sf.jasperreports.engine.JRException;
import net.sf.jasperreports.engine.JasperCompileManager;
import net.sf.jasperreports.engine.JasperExportManager;
import net.sf.jasperreports.engine.JasperFillManager;
import net.sf.jasperreports.engine.JasperReport;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.graphics.PDXObject;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** JasperReports: a report with a chart of what a materialized view holds at the moment, as PDF. */
@ExtendWith(Shop.Opened.class)
class JasperReportsIT {

    private static byte[] pdf(Shop shop, String least) throws Exception {
        try (InputStream source = JasperReportsIT.class.getResourceAsStream("/totals.jrxml");
                Connection connection = shop.connect()) {
            JasperReport report = compiled(source);
            return JasperExportManager.exportReportToPdf(JasperFillManager.fillReport(
                    report, new HashMap<>(Map.of("least", new BigDecimal(least))), connection));
        }
    }

    private static JasperReport compiled(InputStream source) throws JRException {
        return JasperCompileManager.compileReport(source);
    }

    /** How many different colours the greatest image of the first page has; 0 without images. */
    private static long coloursOfChart(PDDocument document) throws IOException {
        PDResources resources = document.getPage(0).getResources();
        long colours = 0;
        for (COSName name : resources.getXObjectNames()) {
            PDXObject object = resources.getXObject(name);
            if (object instanceof PDImageXObject image && image.getWidth() > 300 && image.getHeight() > 100) {
                BufferedImage pixels = image.getImage();
                colours = Math.max(
                        colours,
                        Arrays.stream(pixels.getRGB(
                                        0, 0, pixels.getWidth(), pixels.getHeight(), null, 0, pixels.getWidth()))
                                .distinct()
                                .count());
            }
        }
        return colours;
    }

    @Test
    void aReportShowsTheRowsOfTheMomentAndAChartOfThem(Shop shop) throws Exception {
        try (PDDocument document = Loader.loadPDF(pdf(shop, "5"))) {
            assertThat(document.getNumberOfPages()).isEqualTo(1);
            assertThat(new PDFTextStripper().getText(document))
                    .contains("Totals per customer")
                    .contains("ada", "15.50")
                    .contains("bob", "8.95")
                    .contains("eve", "99.90");
            assertThat(coloursOfChart(document)).isGreaterThan(2);
        }
        try (PDDocument document = Loader.loadPDF(pdf(shop, "10"))) {
            assertThat(new PDFTextStripper().getText(document))
                    .contains("ada", "eve")
                    .doesNotContain("bob");
        }
    }
}
